import { RadioGroup } from 'radix-ui';
import { cx } from './class-names.ts';

interface ChoiceGroupProps<Choice extends string> {
  /** Id of the element that names the group. */
  labelledBy: string;
  choices: readonly { value: Choice; label: string }[];
  value: Choice | null;
  onChange: (value: Choice) => void;
  describedBy?: string | undefined;
  invalid?: boolean;
  className?: string;
}

/** One of a few, all of them in sight. Arrow keys move, as in any radio group. */
export function ChoiceGroup<Choice extends string>({
  labelledBy,
  choices,
  value,
  onChange,
  describedBy,
  invalid = false,
  className,
}: ChoiceGroupProps<Choice>) {
  return (
    <RadioGroup.Root
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className={cx('flex flex-wrap gap-2', className)}
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          className={cx(
            'h-11 rounded-xl px-4 text-[0.9375rem] font-medium text-ink-soft ring-1 ring-line-strong/60 transition-colors ring-inset',
            'hover:bg-sunken data-[state=checked]:bg-accent-soft data-[state=checked]:font-semibold',
            'data-[state=checked]:text-accent data-[state=checked]:ring-2 data-[state=checked]:ring-accent',
            invalid && 'ring-danger',
          )}
        >
          {choice.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
