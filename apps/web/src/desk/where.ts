import type { AnalysisView, DocType, Evidence } from '@dungji/contracts';
import type { TFunction } from 'i18next';

/** Which of the two documents a piece of evidence lies in. */
export function docTypeOf(
  { documentId }: Pick<Evidence, 'documentId'>,
  analysis: AnalysisView,
): DocType | null {
  if (documentId === null) return null;
  const { REGISTRY, LEDGER } = analysis.documents;
  if (REGISTRY?.documentId === documentId) return 'REGISTRY';
  return LEDGER?.documentId === documentId ? 'LEDGER' : null;
}

/** `등기부등본 · 을구 3번 · 2쪽` */
export function whereOf(t: TFunction<'desk'>, piece: Evidence, docType: DocType | null): string {
  const { section, rank, page } = piece;
  const parts = [docType === null ? t('where.unknownDocument') : t(`where.document.${docType}`)];
  if (section !== null && rank !== null) parts.push(t('where.rank', { section, rank }));
  else if (section !== null) parts.push(section);
  if (page !== null) parts.push(t('where.page', { page }));
  return parts.join(' · ');
}
