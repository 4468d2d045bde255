import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { cx } from '../ui/class-names.ts';
import { priceOf, SECONDS, type Seconds } from './generation.ts';
import { useStudioText } from './use-studio-text.ts';

interface LengthChoiceProps {
  value: Seconds;
  /** `null`: not known yet; nothing is marked as out of reach then. */
  balance: number | null;
  onChange: (seconds: Seconds) => void;
}

/** How long the video shall be, each length with its price. */
export function LengthChoice({ value, balance, onChange }: LengthChoiceProps) {
  const t = useStudioText();
  const labelId = useId();
  return (
    <div className="grid gap-1.5">
      <span id={labelId} className="text-sm font-semibold">
        {t('form.seconds')}
      </span>
      <RadioGroup.Root
        aria-labelledby={labelId}
        value={String(value)}
        onValueChange={(next) => {
          const chosen = SECONDS.find((seconds) => String(seconds) === next);
          if (chosen) onChange(chosen);
        }}
        className="grid grid-cols-3 gap-2"
      >
        {SECONDS.map((seconds) => {
          const price = priceOf(seconds);
          const outOfReach = balance !== null && balance < price;
          return (
            <RadioGroup.Item
              key={seconds}
              value={String(seconds)}
              className={cx(
                'grid justify-items-center gap-0.5 rounded-xl px-2 py-3 ring-1 ring-line-strong/60 transition-colors ring-inset hover:bg-sunken',
                'data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent data-[state=checked]:ring-2 data-[state=checked]:ring-accent',
              )}
            >
              <span className="text-lg leading-tight font-bold tabular-nums">
                {t('form.secondsChoice', { seconds })}
              </span>{' '}
              <span
                className={cx(
                  'text-[0.8125rem] tabular-nums',
                  outOfReach ? 'font-semibold text-caution' : 'text-ink-soft',
                )}
              >
                {t('form.price', { credits: price })}
              </span>
            </RadioGroup.Item>
          );
        })}
      </RadioGroup.Root>
    </div>
  );
}
