import type {
  DocumentId,
  DocumentView,
  Evidence,
  FindingCode,
  FindingSeverity,
  LedgerView,
  NestView,
  RegistryEntry,
  RegistryView,
} from '@dungji/contracts';
import type { FindingTextKey } from './text-keys.ts';

/** A stored document of a nest and what was read from it. */
export interface ReadOf<View> {
  readonly documentId: DocumentId;
  readonly analysis: DocumentView['analysis'];
  /** null: not read, or it is not the document it should be. */
  readonly view: View | null;
}

/** Everything that findings are made from. */
export interface Subject {
  readonly nest: Pick<
    NestView,
    'roadAddress' | 'detailAddress' | 'buildingType' | 'depositKrw' | 'landlordName' | 'housePriceKrw'
  >;
  readonly registry: ReadOf<RegistryView> | null;
  readonly ledger: ReadOf<LedgerView> | null;
  readonly now: Date;
}

/** A finding before it is put into words. Numbers in won are written by `word`. */
export interface FoundFact {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  readonly text: FindingTextKey;
  readonly params: Readonly<Record<string, Param>>;
  readonly amountKrw: number | null;
  readonly evidence: Evidence[];
}

/** `reasons` are doubts, `krw` may be unknown. */
export type Param =
  | string
  | number
  | { readonly krw: number | null }
  | { readonly doubts: readonly string[] };

export function fact(
  code: FindingCode,
  severity: FindingSeverity,
  more: Partial<Omit<FoundFact, 'code' | 'severity'>> & { text?: FindingTextKey } = {},
): FoundFact {
  return {
    code,
    severity,
    text: more.text ?? (code as FindingTextKey),
    params: more.params ?? {},
    amountKrw: more.amountKrw ?? null,
    evidence: more.evidence ?? [],
  };
}

export const evidenceOf = (documentId: DocumentId, entry: RegistryEntry): Evidence => ({
  documentId,
  page: entry.page,
  section: entry.section,
  rank: entry.rank,
  text: entry.text,
  places: entry.places,
});

/** Words of a document that stand in no entry: on its first page, unless another is known. */
export const said = (
  documentId: DocumentId,
  text: string,
  { page = 1, section = null }: { page?: number | null; section?: string | null } = {},
): Evidence => ({ documentId, page, section, rank: null, text, places: [] });
