import type { AnalysisView, DocType, DocumentView, NestView } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, CloudOff, Printer, ShieldQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Changes } from './Changes.tsx';
import { DocumentRow } from './DocumentRow.tsx';
import type { DeskDialog } from './desk-search.ts';
import { deskState } from './doc-reading.ts';
import type { EvidenceKey } from './evidence-key.ts';
import { FiguresPanel } from './FiguresPanel.tsx';
import { FindingCard } from './FindingCard.tsx';
import { figuresOf } from './figures.ts';
import { UnknownList } from './UnknownList.tsx';
import { unknownsOf } from './unknowns.ts';
import { useDeskText } from './use-desk-text.ts';
import { VerdictBanner } from './VerdictBanner.tsx';

export interface ChecklistProps {
  nest: NestView;
  /** `null`: not read yet; then `problem` says why, if it could not be. */
  analysis: AnalysisView | null;
  problem: string | null;
  onOpen: (dialog: DeskDialog) => void;
  onEvidence: (key: EvidenceKey) => void;
  /** Another reading of this document has been asked for and not been answered yet. */
  askingAgain: DocType | null;
  onReadAgain: (docType: DocType) => void;
  onRetry: () => void;
}

const DOC_TYPES = ['REGISTRY', 'LEDGER'] as const;
const BY_SEVERITY = { HIGH: 0, CAUTION: 1, INFO: 2 } as const;

/** Everything a tenant should know before signing, worst first; and everything that nobody could tell. */
export function Checklist(props: ChecklistProps) {
  const t = useDeskText();
  const locale = useLocale();
  const { nest, analysis, problem } = props;
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <header className="grid gap-3">
        <Link
          to="/nests/$nestId"
          params={{ nestId: nest.id }}
          className="inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm font-semibold text-ink-soft hover:text-ink print:hidden"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('checklist.back')}
        </Link>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="grid gap-0.5">
            <h1 className="text-[1.75rem] leading-tight font-bold sm:text-3xl">
              {nest.name} <span className="text-ink-soft">{t('checklist.title')}</span>
            </h1>
            <p className="text-ink-soft">
              {nest.roadAddress} {nest.detailAddress}
            </p>
            {analysis && (
              <p className="hidden text-sm text-ink-soft print:block">
                {t('checklist.printedAt', { time: formatMoment(analysis.serverNow, locale) })}
              </p>
            )}
          </div>
          <Button look="secondary" size="small" className="print:hidden" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4" />
            {t('checklist.share')}
          </Button>
        </div>
      </header>
      {analysis ? (
        <Body {...props} analysis={analysis} />
      ) : problem ? (
        <Unavailable problem={problem} onRetry={props.onRetry} />
      ) : (
        <Loading />
      )}
      <p className="text-sm text-ink-soft">{t('checklist.disclaimer')}</p>
    </div>
  );
}

function Body({ analysis, ...props }: ChecklistProps & { analysis: AnalysisView }) {
  const { nest, askingAgain, onOpen, onEvidence, onReadAgain } = props;
  const t = useDeskText();
  const state = deskState(nest, analysis);
  const findings = analysis.findings.map((finding, index) => ({ finding, index }));
  const known = findings
    .filter(({ finding }) => finding.code !== 'CANNOT_TELL')
    .sort((a, b) => BY_SEVERITY[a.finding.severity] - BY_SEVERITY[b.finding.severity]);
  const whenOf = useWhen();
  // While a newer document is on its way, what changed before it is no news.
  const comparisonOf = (docType: DocType) =>
    state.readings[docType] === 'issuing' || state.readings[docType] === 'reading'
      ? null
      : analysis.changes[docType];
  const nothingRead = analysis.registry === null && analysis.ledger === null;
  return (
    <>
      <VerdictBanner verdict={state.verdict} working={state.working} />
      <section aria-label={t('checklist.documents')} className="grid gap-3 sm:grid-cols-2">
        {DOC_TYPES.map((docType) => (
          <DocumentRow
            key={docType}
            docType={docType}
            reading={state.readings[docType]}
            when={whenOf(nest.documents[docType].document)}
            changes={comparisonOf(docType)?.changes.length ?? 0}
            onOpen={() => onOpen(docType)}
          />
        ))}
      </section>
      <FiguresPanel nestId={nest.id} figures={figuresOf(nest, analysis, state)} onEvidence={onEvidence} />
      <InsuranceRow onOpen={() => onOpen('insurance')} />
      {DOC_TYPES.map((docType) => {
        const comparison = comparisonOf(docType);
        return (
          comparison && (
            <Changes
              key={docType}
              docType={docType}
              comparison={comparison}
              analysis={analysis}
              onEvidence={onEvidence}
            />
          )
        );
      })}
      {!nothingRead && (known.length > 0 || state.verdict === 'CLEAR') && (
        <section aria-labelledby="findings-title" className="grid gap-4">
          <h2 id="findings-title" className="flex items-baseline gap-2 text-lg font-bold">
            {t('checklist.findings')}
            {known.length > 0 && (
              <span className="text-sm font-semibold text-ink-soft">
                {t('checklist.findingsCount', { count: known.length })}
              </span>
            )}
          </h2>
          {known.length === 0 && <p className="text-ink-soft">{t('checklist.noFindings')}</p>}
          {known.map(({ finding, index }) => (
            <FindingCard
              key={`${finding.code}/${index}`}
              finding={finding}
              index={index}
              analysis={analysis}
              onEvidence={onEvidence}
            />
          ))}
        </section>
      )}
      <UnknownList
        unknowns={unknownsOf(state)}
        findings={findings.filter(({ finding }) => finding.code === 'CANNOT_TELL')}
        analysis={analysis}
        askingAgain={askingAgain}
        onEvidence={onEvidence}
        onReadAgain={onReadAgain}
      />
    </>
  );
}

/** When a document was issued or uploaded, in words. */
function useWhen(): (document: DocumentView | null) => string | null {
  const t = useDeskText();
  const locale = useLocale();
  return (document) => {
    if (document === null) return null;
    const how = t(document.source === 'ISSUED' ? 'document.issued' : 'document.uploaded');
    return `${formatMoment(document.createdAt, locale)} ${how}`;
  };
}

function InsuranceRow({ onOpen }: { onOpen: () => void }) {
  const t = useDeskText();
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:px-6 print:hidden">
      <ShieldQuestion aria-hidden className="size-7 shrink-0 text-accent" />
      <div className="min-w-52 flex-1">
        <h2 className="font-bold">{t('insurance.title')}</h2>
        <p className="text-sm text-ink-soft">{t('insurance.about')}</p>
      </div>
      <Button aria-haspopup="dialog" onClick={onOpen}>
        {t('insurance.open')}
      </Button>
    </section>
  );
}

function Unavailable({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  const t = useDeskText();
  const { t: common } = useTranslation();
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff aria-hidden className="size-7" />}
      title={t('checklist.errorTitle')}
      lead={problem}
      action={<Button onClick={onRetry}>{common('action.retry')}</Button>}
    />
  );
}

/** The places and heights of what will come. */
function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('app.loading')} className="grid gap-6">
      <Skeleton className="h-28 w-full rounded-card" />
      <div className="grid gap-3 sm:grid-cols-2">
        <Skeleton className="h-19 w-full rounded-2xl" />
        <Skeleton className="h-19 w-full rounded-2xl" />
      </div>
      <Skeleton className="h-64 w-full rounded-card" />
      <Skeleton className="h-24 w-full rounded-card" />
    </div>
  );
}
