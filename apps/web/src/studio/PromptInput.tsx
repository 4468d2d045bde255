import { GENERATION_PROMPT_MAX } from '@dungji/contracts';
import { useId } from 'react';
import { cx } from '../ui/class-names.ts';
import { controlClass } from '../ui/Field.tsx';
import { useStudioText } from './use-studio-text.ts';

interface PromptInputProps {
  value: string;
  error: string | undefined;
  onChange: (prompt: string) => void;
}

/** What shall happen in the video, with the room that is left. Too much may be pasted, and is then said to be too much. */
export function PromptInput({ value, error, onChange }: PromptInputProps) {
  const t = useStudioText();
  const id = useId();
  const isTooLong = value.length > GENERATION_PROMPT_MAX;
  const shown =
    error ??
    (isTooLong ? t('form.promptTooLong', { max: GENERATION_PROMPT_MAX.toLocaleString('en-US') }) : undefined);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {t('form.prompt')}
      </label>
      <textarea
        id={id}
        rows={4}
        value={value}
        placeholder={t('form.promptPlaceholder')}
        aria-describedby={`${id}-text ${id}-count`}
        aria-invalid={shown === undefined ? undefined : true}
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'field-sizing-content min-h-28 max-h-72 resize-y py-3 leading-relaxed')}
      />
      <div className="flex justify-between gap-3 text-[0.8125rem]">
        <p id={`${id}-text`} className="font-medium text-danger">
          {shown}
        </p>
        <p
          id={`${id}-count`}
          className={cx('whitespace-nowrap tabular-nums', isTooLong ? 'text-danger' : 'text-ink-soft')}
        >
          {t('form.promptCount', {
            length: value.length.toLocaleString('en-US'),
            max: GENERATION_PROMPT_MAX.toLocaleString('en-US'),
          })}
        </p>
      </div>
    </div>
  );
}
