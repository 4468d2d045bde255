import type { AnalysisView, DocType, Evidence } from '@dungji/contracts';
import type { TFunction } from 'i18next';

const DOC_TYPES = ['REGISTRY', 'LEDGER'] as const;

/** Which of the two documents a piece of evidence lies in; `null`: in none that stands now. */
export const docTypeOf = (
  { documentId }: Pick<Evidence, 'documentId'>,
  { documents }: Pick<AnalysisView, 'documents'>,
): DocType | null =>
  documentId === null
    ? null
    : (DOC_TYPES.find((docType) => documents[docType]?.documentId === documentId) ?? null);

type Holders = Pick<AnalysisView, 'documents' | 'changes'>;

/** `등기부등본 · 을구 3번 · 2쪽`; `지난 등기부등본 · …` for a document that was replaced. */
export function whereOf(t: TFunction<'desk'>, piece: Evidence, analysis: Holders): string {
  const { section, rank, page } = piece;
  const docType = docTypeOf(piece, analysis);
  const earlier = docType === null ? earlierTypeOf(piece, analysis) : null;
  const parts = [
    docType !== null
      ? t(`where.document.${docType}`)
      : earlier !== null
        ? t(`where.earlier.${earlier}`)
        : t('where.unknownDocument'),
  ];
  // A ledger has no sections.
  if (section !== null && docType !== 'LEDGER' && earlier !== 'LEDGER')
    parts.push(rank === null ? section : t('where.rank', { section, rank }));
  if (page !== null) parts.push(t('where.page', { page }));
  return parts.join(' · ');
}

const earlierTypeOf = ({ documentId }: Evidence, { changes }: Holders): DocType | null =>
  documentId === null
    ? null
    : (DOC_TYPES.find((docType) => changes[docType]?.earlier.documentId === documentId) ?? null);
