import { X } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TermKey } from './finding-terms.ts';
import { useDeskText } from './use-desk-text.ts';

/**
 * A legal word with its meaning one press away. A popover and no tooltip: it opens by finger and keyboard as well, and
 * stays while it is read.
 */
export function Term({ term, children }: { term: TermKey; children?: ReactNode }) {
  const t = useDeskText();
  const { t: common } = useTranslation();
  const word = t(`glossary.${term}.word`);
  return (
    <Popover.Root>
      <Popover.Trigger className="rounded-sm text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-accent print:no-underline">
        {children ?? word}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={word}
          sideOffset={6}
          collisionPadding={16}
          className="motion-fade z-60 grid w-[min(20rem,calc(100vw-2rem))] gap-1 rounded-2xl bg-surface p-4 shadow-float ring-1 ring-line outline-none"
        >
          <div className="flex items-start justify-between gap-2">
            <p className="font-bold">{word}</p>
            <Popover.Close
              aria-label={common('action.close')}
              className="-mt-1 -mr-1 grid size-8 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken"
            >
              <X aria-hidden className="size-4.5" />
            </Popover.Close>
          </div>
          <p className="text-[0.9375rem] text-ink-soft">{t(`glossary.${term}.meaning`)}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
