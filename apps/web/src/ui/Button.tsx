import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

const LOOK = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'bg-surface text-ink ring-1 ring-inset ring-line hover:bg-sunken',
  quiet: 'bg-transparent text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'bg-danger text-surface hover:brightness-95',
} as const;

const SIZE = {
  small: 'h-9 gap-1.5 rounded-lg px-3 text-sm',
  medium: 'h-11 gap-2 rounded-xl px-4.5 text-[0.9375rem]',
  icon: 'size-10 rounded-xl',
} as const;

export interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOK;
  size?: keyof typeof SIZE;
  /** Work begun by this button is under way: it stays in place and takes no second click. */
  busy?: boolean;
}

export const buttonClass = (
  look: keyof typeof LOOK = 'primary',
  size: keyof typeof SIZE = 'medium',
  extra?: string,
) =>
  cx(
    'inline-flex shrink-0 items-center justify-center font-semibold whitespace-nowrap transition-colors select-none',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint disabled:ring-0 aria-disabled:cursor-default',
    LOOK[look],
    SIZE[size],
    extra,
  );

/**
 * A busy button keeps its focus (it is `aria-disabled`, not `disabled`), so a keyboard user is not thrown to the top
 * of the page by their own click.
 */
export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={buttonClass(look, size, className)}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}
