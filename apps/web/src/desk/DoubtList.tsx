import type { ReadingDoubt } from '@dungji/contracts';
import { Notice } from '../ui/Notice.tsx';
import { useDeskText } from './use-desk-text.ts';

/** Why something of a document is not known. */
export function DoubtList({ doubts }: { doubts: readonly ReadingDoubt[] }) {
  const t = useDeskText();
  if (doubts.length === 0) return null;
  return (
    <Notice tone="caution" title={t('checklist.unknown')}>
      <ul className="grid gap-1">
        {[...new Set(doubts)].map((doubt) => (
          <li key={doubt}>{t(`doubt.${doubt}`)}</li>
        ))}
      </ul>
    </Notice>
  );
}
