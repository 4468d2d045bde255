import type { AnalysisView, Change, Comparison, DocType } from '@dungji/contracts';
import { CircleEqual, CircleHelp, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { formatDay, formatKrw, formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { EvidenceButton } from './EvidenceButton.tsx';
import type { EvidenceKey } from './evidence-key.ts';
import { PlaceButton } from './PlaceButton.tsx';
import { spokenAmounts } from './spoken-amounts.ts';
import { useDeskText } from './use-desk-text.ts';
import { whereOf } from './where.ts';
import { withoutResidentNumbers } from './without-resident-numbers.ts';

/** A shape of its own for each, and no green: "nothing changed" is no "nothing is wrong". */
const LOOK = {
  HIGH: { Icon: OctagonAlert, ink: 'text-danger', edge: 'border-l-danger' },
  CAUTION: { Icon: TriangleAlert, ink: 'text-caution', edge: 'border-l-caution' },
  INFO: { Icon: Info, ink: 'text-ink', edge: 'border-l-line-strong' },
  SAME: { Icon: CircleEqual, ink: 'text-ink', edge: 'border-l-line-strong' },
  CANNOT_TELL: { Icon: CircleHelp, ink: 'text-ink', edge: 'border-l-line-strong' },
} as const;

interface ChangesProps {
  docType: DocType;
  comparison: Comparison;
  analysis: AnalysisView;
  onEvidence: (key: EvidenceKey) => void;
}

/** What a document says otherwise than the one before it, and what of it could not be compared. */
export function Changes({ docType, comparison, analysis, onEvidence }: ChangesProps) {
  const t = useDeskText();
  const titleId = useId();
  const when = useMoment();
  const { outcome, changes, limits, earlier } = comparison;
  const { Icon, ink, edge } = LOOK[outcome === 'CHANGED' ? (changes[0]?.severity ?? 'INFO') : outcome];
  return (
    <section
      aria-labelledby={titleId}
      data-comparison={outcome}
      className={cx(
        'grid gap-4 rounded-card border-l-4 bg-surface p-5 shadow-card ring-1 ring-line sm:p-6',
        edge,
      )}
    >
      <header className="grid gap-1">
        <h3 id={titleId} className="text-sm font-semibold text-ink-soft">
          {t(`change.titleOf.${docType}`)}
        </h3>
        <p className={cx('flex items-center gap-2 text-lg font-bold', ink)}>
          <Icon aria-hidden className="size-5.5 shrink-0" strokeWidth={2.2} />
          {outcome === 'CHANGED'
            ? t('change.outcome.CHANGED', { count: changes.length })
            : t(`change.outcome.${outcome}`)}
        </p>
        <p className="text-sm text-ink-soft">
          {t('change.against', { time: when(earlier.asOf ?? earlier.createdAt) })}{' '}
          {outcome !== 'CHANGED' && t(`change.lead.${outcome}`)}
        </p>
      </header>
      {changes.length > 0 && (
        <ul className="grid divide-y divide-line">
          {changes.map((change, index) => (
            <ChangeItem
              key={`${change.code}/${index}`}
              change={change}
              analysis={analysis}
              onEvidence={(piece) => onEvidence(`change.${docType}.${index}.${piece}`)}
            />
          ))}
        </ul>
      )}
      {limits.length > 0 && (
        <div className="grid gap-1 rounded-2xl bg-sunken px-4 py-3 text-sm">
          {outcome === 'CHANGED' && <p className="font-semibold">{t('change.more')}</p>}
          <ul className="grid gap-1">
            {limits.map((limit) => (
              <li key={limit}>{t(`change.limit.${limit}`)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface ChangeItemProps {
  change: Change;
  analysis: AnalysisView;
  /** By its place among what stands now, then what stood before. */
  onEvidence: (piece: number) => void;
}

function ChangeItem({ change, analysis, onEvidence }: ChangeItemProps) {
  const t = useDeskText();
  const locale = useLocale();
  const { severity, title, detail, before, after, beforeKrw, afterKrw } = change;
  const { Icon, ink } = LOOK[severity];
  const pieces = [...after, ...before];
  const amount = (krw: number, piece: number) => {
    const stands = pieces[piece];
    const text = formatKrw(krw, locale);
    return stands ? (
      <EvidenceButton
        label={t('finding.evidenceOf', { where: whereOf(t, stands, analysis) })}
        onOpen={() => onEvidence(piece)}
      >
        {text}
      </EvidenceButton>
    ) : (
      <span className="font-semibold tabular-nums">{text}</span>
    );
  };
  return (
    <li data-change={change.code} className="grid gap-2 py-4 first:pt-0 last:pb-0 print:break-inside-avoid">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h4 className="flex items-center gap-2 font-bold">
          <Icon aria-hidden className={cx('size-4.5 shrink-0', ink)} strokeWidth={2.4} />
          <span className="sr-only">{t(`severity.${severity}`)}:</span>
          {title}
        </h4>
        <p className="flex flex-wrap items-baseline gap-x-2">
          {beforeKrw !== null && amount(beforeKrw, after.length)}
          {beforeKrw !== null && afterKrw !== null && (
            <>
              <span aria-hidden>→</span>
              <span className="sr-only">{t('change.to')}</span>
            </>
          )}
          {afterKrw !== null && amount(afterKrw, 0)}
        </p>
      </div>
      <p className="text-[0.9375rem]">{spokenAmounts(withoutResidentNumbers(detail), locale)}</p>
      {pieces.length > 0 && (
        <div className="flex flex-wrap gap-2 text-sm">
          {pieces.map((piece, index) => (
            <PlaceButton
              key={`${piece.documentId}/${piece.section}/${piece.rank}/${index}`}
              where={whereOf(t, piece, analysis)}
              onOpen={() => onEvidence(index)}
            />
          ))}
        </div>
      )}
    </li>
  );
}

/** A day or a moment, as the document gives it. */
function useMoment(): (time: string) => string {
  const locale = useLocale();
  return (time) => (/^\d{4}-\d{2}-\d{2}$/.test(time) ? formatDay(time, locale) : formatMoment(time, locale));
}
