import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './class-names.ts';
import { controlClass } from './Field.tsx';

interface MoneyInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  valueKrw: number | null;
  onValueChange: (valueKrw: number | null) => void;
}

/** One digit more than the largest amount, so that a person sees the error instead of a key that does nothing. */
const DIGITS_MAX = 14;

/** Whole won. Takes digits however they are pasted (`3,500만` counts as 3500) and shows them grouped. */
export function MoneyInput({ valueKrw, onValueChange, className, ...rest }: MoneyInputProps) {
  const { t } = useTranslation();
  return (
    <div className="relative">
      <input
        {...rest}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={valueKrw === null ? '' : valueKrw.toLocaleString('ko-KR')}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, '').slice(0, DIGITS_MAX);
          onValueChange(digits === '' ? null : Number(digits));
        }}
        className={cx(controlClass, 'h-12 pr-13 text-right tabular-nums', className)}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center text-sm text-ink-soft"
      >
        {t('nestForm.won')}
      </span>
    </div>
  );
}
