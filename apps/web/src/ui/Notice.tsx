import { CircleAlert, Clock, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const TONE = {
  calm: { box: 'bg-sunken', title: 'text-ink', Icon: Info },
  caution: { box: 'bg-caution-soft', title: 'text-caution', Icon: Clock },
  danger: { box: 'bg-danger-soft', title: 'text-danger', Icon: CircleAlert },
} as const;

interface NoticeProps {
  tone: keyof typeof TONE;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** `alert` interrupts a screen reader; `status` waits. None: it was there from the start. */
  role?: 'alert' | 'status';
}

export function Notice({ tone, title, children, actions, role }: NoticeProps) {
  const { box, title: titleColor, Icon } = TONE[tone];
  return (
    <div role={role} className={cx('flex gap-3 rounded-2xl p-4', box)}>
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', titleColor)} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className={cx('font-semibold', titleColor)}>{title}</p>
        {children && <div className="grid gap-1 text-sm text-ink">{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
