import type { AnalysisView, DocType } from '@dungji/contracts';
import type { ReactNode } from 'react';
import { Changes } from './Changes.tsx';
import type { DocReading } from './doc-reading.ts';
import type { EvidenceKey } from './evidence-key.ts';
import { FindingCard } from './FindingCard.tsx';
import { LedgerFacts } from './LedgerFacts.tsx';
import { RegistryFacts } from './RegistryFacts.tsx';
import { Sheet } from './Sheet.tsx';
import { useDeskText } from './use-desk-text.ts';
import { docTypeOf } from './where.ts';

export interface DocumentAnalysisProps {
  docType: DocType;
  reading: DocReading;
  analysis: AnalysisView;
  /** Issue, download, upload, history. */
  card: ReactNode;
  onEvidence: (key: EvidenceKey) => void;
  onClose: () => void;
}

/** One document in one place: how to get it, what it says, and what follows from it. */
export function DocumentAnalysis({
  docType,
  reading,
  analysis,
  card,
  onEvidence,
  onClose,
}: DocumentAnalysisProps) {
  const t = useDeskText();
  const { registry, ledger } = analysis;
  const view = docType === 'REGISTRY' ? registry : ledger;
  // An earlier file's content is no answer about the one that is being read now.
  const shown = view !== null && reading !== 'reading' && reading !== 'unreadable' && reading !== 'unread';
  const comparison = analysis.changes[docType];
  const findings = analysis.findings
    .map((finding, index) => ({ finding, index }))
    .filter(({ finding }) => finding.evidence.some((piece) => docTypeOf(piece, analysis) === docType));
  return (
    <Sheet title={t(`document.${docType}`)} onClose={onClose}>
      <div className="grid gap-8 px-5 pt-1 pb-12 sm:px-8">
        {card}
        {shown && comparison && (
          <Changes docType={docType} comparison={comparison} analysis={analysis} onEvidence={onEvidence} />
        )}
        {shown && docType === 'REGISTRY' && registry && (
          <RegistryFacts registry={registry} onEvidence={onEvidence} />
        )}
        {shown && docType === 'LEDGER' && ledger && <LedgerFacts ledger={ledger} onEvidence={onEvidence} />}
        {!shown && <p className="text-ink-soft">{t('facts.notRead')}</p>}
        {shown && findings.length > 0 && (
          <section className="grid gap-4">
            <h3 className="text-lg font-bold">{t('checklist.findings')}</h3>
            {findings.map(({ finding, index }) => (
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
      </div>
    </Sheet>
  );
}
