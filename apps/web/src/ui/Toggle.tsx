import { Switch } from 'radix-ui';
import { useId } from 'react';

interface ToggleProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 rounded-2xl bg-sunken px-4.5 py-4">
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      </div>
      <Switch.Root
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onCheckedChange={onChange}
        className="relative h-7 w-12 shrink-0 rounded-full bg-line-strong transition-colors data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-5.5 translate-x-0.75 rounded-full bg-surface shadow-sm transition-transform data-[state=checked]:translate-x-5.75" />
      </Switch.Root>
    </div>
  );
}
