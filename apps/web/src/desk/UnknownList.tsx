import type { AnalysisView, DocType, Finding } from '@dungji/contracts';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import type { EvidenceKey } from './evidence-key.ts';
import type { Unknown } from './unknowns.ts';
import { useDeskText } from './use-desk-text.ts';
import { whereOf } from './where.ts';

interface UnknownListProps {
  unknowns: readonly Unknown[];
  /** What the reader itself could not tell, with their places in the analysis. */
  findings: readonly { finding: Finding; index: number }[];
  analysis: AnalysisView;
  onEvidence: (key: EvidenceKey) => void;
  /** Another reading of this document has been asked for and not been answered yet. */
  askingAgain: DocType | null;
  onReadAgain: (docType: DocType) => void;
}

/** What nobody can say from these documents. Listed as carefully as the risks: unknown is not safe. */
export function UnknownList(props: UnknownListProps) {
  const t = useDeskText();
  const { unknowns, findings, analysis, askingAgain, onEvidence, onReadAgain } = props;
  return (
    <section aria-labelledby="unknown-title" className="grid gap-3 print:break-inside-avoid">
      <div className="grid gap-0.5">
        <h2 id="unknown-title" className="text-lg font-bold">
          {t('checklist.unknown')}
        </h2>
        <p className="text-sm text-ink-soft">{t('checklist.unknownLead')}</p>
      </div>
      <ul className="grid divide-y divide-line rounded-card bg-surface px-5 shadow-card ring-1 ring-line sm:px-6">
        {findings.map(({ finding, index }) => (
          <Item
            key={index}
            title={finding.title}
            actions={finding.evidence.map((piece, n) => (
              <Button
                key={`${piece.documentId}/${piece.page}/${piece.text}`}
                look="secondary"
                size="small"
                aria-haspopup="dialog"
                onClick={() => onEvidence(`finding.${index}.${n}`)}
              >
                {whereOf(t, piece, analysis)}
              </Button>
            ))}
          >
            {finding.detail} {finding.advice}
          </Item>
        ))}
        {unknowns.map(({ what, docType }) => (
          <Item
            key={`${what}/${docType}`}
            title={
              docType === null
                ? t(`unknown.${what}`)
                : t(`unknown.${what}`, { document: t(`document.${docType}`) })
            }
            actions={
              docType === null
                ? []
                : [
                    <Button
                      key="read"
                      look="secondary"
                      size="small"
                      busy={askingAgain === docType}
                      onClick={() => onReadAgain(docType)}
                    >
                      {t(askingAgain === docType ? 'unknown.asking' : 'unknown.readAgain')}
                    </Button>,
                  ]
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps {
  title: string;
  actions: ReactNode[];
  children?: ReactNode;
}

const Item = ({ title, actions, children }: ItemProps) => (
  <li className="flex gap-3 py-4">
    <CircleHelp aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
    <div className="grid flex-1 gap-1">
      <p className="font-medium">{title}</p>
      {children && <p className="text-sm text-ink-soft">{children}</p>}
      {actions.length > 0 && <div className="mt-1.5 flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </div>
  </li>
);
