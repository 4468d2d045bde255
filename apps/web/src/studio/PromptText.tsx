import { useState } from 'react';
import { cx } from '../ui/class-names.ts';
import { useStudioText } from './use-studio-text.ts';

/** About what three lines of a card hold. */
const SHORT_MAX = 120;

/** What was asked for, as the card's name. Long ones are cut until somebody wants to read them. */
export function PromptText({ id, prompt }: { id: string; prompt: string }) {
  const t = useStudioText();
  const [isOpen, setOpen] = useState(false);
  const isLong = prompt.length > SHORT_MAX || prompt.split('\n').length > 3;
  return (
    <div>
      <h3 id={id} className={cx('font-semibold whitespace-pre-wrap', isLong && !isOpen && 'line-clamp-3')}>
        {prompt}
      </h3>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 rounded-md text-sm text-accent underline"
        >
          {t(isOpen ? 'card.less' : 'card.more')}
        </button>
      )}
    </div>
  );
}
