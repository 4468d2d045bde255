import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';

export const controlClass = cx(
  'w-full rounded-xl bg-surface px-3.5 text-base text-ink ring-1 ring-line-strong/60 ring-inset transition-shadow',
  'placeholder:text-ink-faint focus-visible:ring-2 focus-visible:ring-accent focus-visible:outline-none',
  'aria-invalid:ring-2 aria-invalid:ring-danger',
);

/** What a control inside a field needs to be named, described and marked. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  /** Shown behind the label, e.g. "optional". */
  note?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A label, a control, and below it the error, or else the hint. */
export function Field({ label, note, hint, error, className, children }: FieldProps) {
  const id = useId();
  const textId = `${id}-text`;
  const hasText = error !== undefined || (hint !== undefined && hint !== null);
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        {label}
        {note && <span className="ml-1.5 font-normal text-ink-faint">{note}</span>}
      </label>
      {children({
        id,
        'aria-describedby': hasText ? textId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hasText && (
        <p
          id={textId}
          className={cx(
            'text-[0.8125rem]',
            error === undefined ? 'text-ink-soft' : 'font-medium text-danger',
          )}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(controlClass, 'h-12', className)} />;
}
