import { cx } from './class-names.ts';

/** A grey stand-in with the size of what will come, so that nothing moves when it does. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-md bg-sunken', className)} />;
}
