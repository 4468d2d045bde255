import type { RegistryEntry, RegistryView } from '@dungji/contracts';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { formatDay, formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import type { EvidenceKey } from './evidence-key.ts';
import { Term } from './Term.tsx';
import { useDeskText } from './use-desk-text.ts';
import { withoutResidentNumbers } from './without-resident-numbers.ts';

interface RegistryEntriesProps {
  registry: RegistryView;
  onEvidence: (key: EvidenceKey) => void;
}

/** The rows of both sections; each leads to its place on the paper. What was cancelled is folded away, not hidden. */
export function RegistryEntries({ registry, onEvidence }: RegistryEntriesProps) {
  const t = useDeskText();
  const [showsCancelled, setShowsCancelled] = useState(false);
  const entries = registry.entries.map((entry, index) => ({ entry, index }));
  const cancelledCount = entries.filter(({ entry }) => entry.cancelled === true).length;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-bold">{t('facts.entries')}</h4>
        {cancelledCount > 0 && (
          <Button
            look="quiet"
            size="small"
            aria-expanded={showsCancelled}
            onClick={() => setShowsCancelled(!showsCancelled)}
          >
            {t(showsCancelled ? 'facts.hideCancelled' : 'facts.showCancelled', { count: cancelledCount })}
          </Button>
        )}
      </div>
      {(['갑구', '을구'] as const).map((section) => {
        const rows = entries.filter(
          ({ entry }) => entry.section === section && (showsCancelled || entry.cancelled !== true),
        );
        return (
          <section key={section} aria-label={t(`facts.section.${section}`)} className="grid gap-2">
            <h5 className="text-sm font-semibold text-ink-soft">
              <Term term={section === '갑구' ? 'ownershipSection' : 'rightsSection'}>
                {t(`facts.section.${section}`)}
              </Term>
            </h5>
            {rows.length === 0 ? (
              <p className="rounded-2xl bg-sunken px-4 py-3 text-sm text-ink-soft">
                {t(registry.complete ? 'facts.entriesNone' : 'facts.notKnown')}
              </p>
            ) : (
              <ul className="grid divide-y divide-line rounded-2xl bg-surface ring-1 ring-line">
                {rows.map(({ entry, index }) => (
                  <li key={index}>
                    <EntryRow entry={entry} onOpen={() => onEvidence(`entry.${index}`)} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
}

function EntryRow({ entry, onOpen }: { entry: RegistryEntry; onOpen: () => void }) {
  const t = useDeskText();
  const locale = useLocale();
  const gone = entry.cancelled === true;
  const amountKrw = entry.inForce?.amountKrw ?? entry.amountKrw;
  const holder = entry.inForce?.holder ?? entry.holder;
  const facts = [
    entry.rank === null ? null : t('facts.rank', { rank: entry.rank }),
    entry.receiptDate === null ? null : dayOf(entry.receiptDate),
    t('facts.page', { page: entry.page }),
  ].filter((fact) => fact !== null);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex w-full items-start gap-3 rounded-2xl px-4 py-3 text-left hover:bg-sunken"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className={cx('font-semibold', gone && 'text-ink-soft line-through')}>{entry.purpose}</span>
          {entry.cancelled !== false && (
            <span className={cx('text-sm font-semibold', gone ? 'text-ink-soft' : 'text-caution')}>
              {t(gone ? 'facts.cancelled' : 'facts.cancelledUnknown')}
            </span>
          )}
        </span>
        {holder && <span className="text-sm">{withoutResidentNumbers(holder)}</span>}
        <span className="text-sm text-ink-soft tabular-nums">{facts.join(' · ')}</span>
      </span>
      <span className="flex items-center gap-2">
        {amountKrw !== null && (
          <span className={cx('font-semibold tabular-nums', gone && 'text-ink-soft line-through')}>
            {formatKrw(amountKrw, locale)}
          </span>
        )}
        <FileSearch aria-hidden className="size-4 shrink-0 text-accent" />
      </span>
    </button>
  );

  function dayOf(day: string): string {
    return /^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDay(day, locale) : day;
  }
}
