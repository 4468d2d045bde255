import type { AnalysisView, Finding } from '@dungji/contracts';
import { Check, Copy, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { EvidenceButton } from './EvidenceButton.tsx';
import type { EvidenceKey } from './evidence-key.ts';
import { TERMS_OF_FINDING } from './finding-terms.ts';
import { PlaceButton } from './PlaceButton.tsx';
import { spokenAmounts } from './spoken-amounts.ts';
import { Term } from './Term.tsx';
import { useDeskText } from './use-desk-text.ts';
import { whereOf } from './where.ts';
import { withoutResidentNumbers } from './without-resident-numbers.ts';

const LOOK = {
  HIGH: { Icon: OctagonAlert, badge: 'bg-danger-soft text-danger', edge: 'border-l-danger' },
  CAUTION: { Icon: TriangleAlert, badge: 'bg-caution-soft text-caution', edge: 'border-l-caution' },
  INFO: { Icon: Info, badge: 'bg-sunken text-ink-soft', edge: 'border-l-line-strong' },
} as const;

interface FindingCardProps {
  finding: Finding;
  /** Its place in the analysis; names its evidence. */
  index: number;
  analysis: AnalysisView;
  onEvidence: (key: EvidenceKey) => void;
}

/** One thing to know before signing: what it is, what it means, what to ask, and where it stands on the paper. */
export function FindingCard({ finding, index, analysis, onEvidence }: FindingCardProps) {
  const t = useDeskText();
  const locale = useLocale();
  const titleId = useId();
  const { Icon, badge, edge } = LOOK[finding.severity];
  const ask = t(`ask.${finding.code}`);
  const terms = TERMS_OF_FINDING[finding.code];
  const places = finding.evidence.map((piece) => whereOf(t, piece, analysis));
  const amount = finding.amountKrw === null ? null : formatKrw(finding.amountKrw, locale);
  // The title may name the amount already; then it is pressed there instead of being said twice.
  const title = spokenAmounts(finding.title, locale);
  const at = amount === null ? -1 : title.indexOf(amount);
  const inTitle = amount !== null && at >= 0 && finding.evidence.length > 0;
  const before = inTitle ? title.slice(0, at) : title;
  const after = inTitle ? title.slice(at + amount.length) : '';
  const amountButton =
    amount !== null &&
    (finding.evidence.length > 0 ? (
      <EvidenceButton
        label={t('finding.evidenceOf', { where: places[0] })}
        onOpen={() => onEvidence(`finding.${index}`)}
        className="text-lg"
      >
        {amount}
      </EvidenceButton>
    ) : (
      !title.includes(amount) && <span className="text-lg font-semibold tabular-nums">{amount}</span>
    ));
  return (
    <article
      aria-labelledby={titleId}
      data-finding={finding.code}
      className={cx(
        'grid gap-4 rounded-card border-l-4 bg-surface p-5 shadow-card ring-1 ring-line sm:p-6 print:break-inside-avoid',
        edge,
      )}
    >
      <header className="grid gap-2">
        <span
          className={cx(
            'inline-flex h-7 items-center gap-1.5 justify-self-start rounded-full px-2.5 text-[0.8125rem] font-semibold',
            badge,
          )}
        >
          <Icon aria-hidden className="size-4" strokeWidth={2.4} />
          {t(`severity.${finding.severity}`)}
        </span>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h3 id={titleId} className="text-lg font-bold">
            {before}
            {inTitle && amountButton}
            {after}
          </h3>
          {!inTitle && amountButton}
        </div>
      </header>
      <p>{spokenAmounts(withoutResidentNumbers(finding.detail), locale)}</p>
      {finding.advice && <Part title={t('finding.advice')}>{spokenAmounts(finding.advice, locale)}</Part>}
      {ask && (
        <Part title={t('finding.ask')} action={<CopyButton text={ask} />}>
          “{ask}”
        </Part>
      )}
      {(finding.evidence.length > 0 || terms.length > 0) && (
        <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
          {places.map((where, piece) => (
            <PlaceButton
              key={`${where}/${finding.evidence[piece]?.text}`}
              where={where}
              onOpen={() => onEvidence(`finding.${index}.${piece}`)}
            />
          ))}
          {terms.map((term) => (
            <span key={term} className="text-ink-soft print:hidden">
              <Term term={term} />
            </span>
          ))}
        </footer>
      )}
    </article>
  );
}

interface PartProps {
  title: string;
  children: React.ReactNode;
  action?: React.ReactNode;
}

const Part = ({ title, children, action }: PartProps) => (
  <div className="grid gap-0.5">
    <div className="flex items-center justify-between gap-3">
      <h4 className="text-sm font-bold text-ink-soft">{title}</h4>
      {action}
    </div>
    <p>{children}</p>
  </div>
);

/** How long "copied" stands on the button: long enough to be seen and heard. */
const COPIED_MS = 3_000;

function CopyButton({ text }: { text: string }) {
  const t = useDeskText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <Button
      look="quiet"
      size="small"
      className="-my-1.5 print:hidden"
      onClick={() => {
        // Refused without https or permission: the words stand there to be selected.
        void navigator.clipboard?.writeText(text).then(
          () => setCopied(true),
          () => {},
        );
      }}
    >
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">{t(copied ? 'finding.copied' : 'finding.copyAsk')}</span>
    </Button>
  );
}
