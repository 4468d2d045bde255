import type { AnalysisView, NestView } from '@dungji/contracts';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText, refusedFor } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { NestDocument } from '../document/NestDocument.tsx';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Checklist } from './Checklist.tsx';
import { DocumentAnalysis } from './DocumentAnalysis.tsx';
import { DocumentExtras } from './DocumentExtras.tsx';
import type { DeskSearch } from './desk-search.ts';
import { type DeskState, deskState } from './doc-reading.ts';
import { InsuranceCheckPage } from './InsuranceCheckPage.tsx';
import { IssueOutlook } from './IssueOutlook.tsx';
import { useReadAgain } from './use-read-again.ts';

const EvidencePage = lazy(async () => ({
  default: (await import('../viewer/EvidencePage.tsx')).EvidencePage,
}));

/** Everything known about a home before signing, and whatever lies over it: a document, the insurance, a piece of evidence. */
export function ChecklistPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { nestId } = useParams({ from: '/signed-in/nests/$nestId/checklist' });
  const nest = trpc.nests.get.useQuery({ nestId });
  if (nest.data) return <OfNest key={nestId} nest={nest.data} />;
  if (!nest.error) {
    return (
      <div role="status" aria-label={t('app.loading')} className="mx-auto grid max-w-3xl gap-6">
        <Skeleton className="h-24 w-full rounded-card" />
        <Skeleton className="h-28 w-full rounded-card" />
        <Skeleton className="h-64 w-full rounded-card" />
      </div>
    );
  }
  const missing = refusedFor(nest.error, 'NOT_FOUND') || refusedFor(nest.error, 'INVALID_INPUT');
  return (
    <EmptyState
      isPage
      role="alert"
      icon={<CloudOff aria-hidden className="size-7" />}
      title={t(missing ? 'nests.missingTitle' : 'nests.errorTitle')}
      lead={missing ? t('nests.missingLead') : refusalText(nest.error, locale)}
      action={<Button onClick={() => void nest.refetch()}>{t('action.retry')}</Button>}
    />
  );
}

function OfNest({ nest }: { nest: NestView }) {
  const locale = useLocale();
  const { queries } = usePage();
  const search = useSearch({ from: '/signed-in/nests/$nestId/checklist' });
  const navigate = useNavigate({ from: '/nests/$nestId/checklist' });
  const readAgain = useReadAgain(nest);
  const analysis = trpc.analysis.get.useQuery(
    { nestId: nest.id, locale },
    // In another language the same things are said; what is there may stand until they are.
    { placeholderData: (held) => held },
  );

  // No event brings an analysis: it is read anew whenever the nest says that something it is made of has changed.
  const madeOf = JSON.stringify([
    nest.version,
    ...Object.values(nest.documents).map(({ document }) => [document?.id, document?.analysis]),
  ]);
  useEffect(() => {
    if (madeOf) void queries.analysis.get.invalidate({ nestId: nest.id });
    if (madeOf) void queries.insurance.check.invalidate({ nestId: nest.id });
  }, [madeOf, queries, nest.id]);

  const show = (over: DeskSearch) =>
    void navigate({ search: (shown) => ({ ...shown, ...over }), resetScroll: false });
  const state = analysis.data && deskState(nest, analysis.data);
  return (
    <>
      <Checklist
        nest={nest}
        analysis={analysis.data ?? null}
        problem={analysis.error && refusalText(analysis.error, locale)}
        askingAgain={readAgain.asking}
        onOpen={(open) => show({ open })}
        onEvidence={(evidence) => show({ evidence })}
        onReadAgain={readAgain.ask}
        onRetry={() => void analysis.refetch()}
      />
      {analysis.data && state && (
        <Over nest={nest} analysis={analysis.data} state={state} search={search} show={show} />
      )}
    </>
  );
}

interface OverProps {
  nest: NestView;
  analysis: AnalysisView;
  state: DeskState;
  search: DeskSearch;
  show: (over: DeskSearch) => void;
}

/** What the address says lies over the checklist. Evidence may lie over another sheet. */
function Over({ nest, analysis, state, search, show }: OverProps) {
  const { open, evidence } = search;
  const close = () => show({ open: undefined });
  const onEvidence = (key: string) => show({ evidence: key });
  return (
    <>
      {(open === 'REGISTRY' || open === 'LEDGER') && (
        <DocumentAnalysis
          docType={open}
          reading={state.readings[open]}
          analysis={analysis}
          card={
            <NestDocument nest={nest} docType={open} outlook={<IssueOutlook nest={nest} docType={open} />}>
              <DocumentExtras nest={nest} docType={open} />
            </NestDocument>
          }
          onEvidence={onEvidence}
          onClose={close}
        />
      )}
      {open === 'insurance' && (
        <InsuranceCheckPage
          nest={nest}
          analysis={analysis}
          working={state.working}
          onEvidence={onEvidence}
          onClose={close}
        />
      )}
      {evidence !== undefined && (
        <Suspense>
          <EvidencePage
            key={evidence}
            evidenceKey={evidence}
            analysis={analysis}
            onClose={() => show({ evidence: undefined })}
          />
        </Suspense>
      )}
    </>
  );
}
