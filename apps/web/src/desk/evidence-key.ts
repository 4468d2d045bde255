import type { AnalysisView, DocType, Evidence, RegistryEntry } from '@dungji/contracts';

/**
 * Names a proof on the checklist in the page's address, so that the back button closes it and a reload finds it again:
 * `finding.2`, `finding.2.1` (its second piece first), `senior`, `owner.0`, `entry.4`, `ledger`, `registry`,
 * `change.REGISTRY.0.1` (what changed: where it stands now, then where it stood).
 * It names no words of the document: addresses end up in histories and logs.
 */
export type EvidenceKey = string;

export interface NamedEvidence {
  /** Which piece to show first. */
  first: number;
  pieces: Evidence[];
}

const KEY =
  /^(finding|owner|entry|change\.REGISTRY|change\.LEDGER)\.(\d{1,4})(?:\.(\d{1,4}))?$|^(senior|registry|ledger)$/;

export const readEvidenceKey = (value: unknown): EvidenceKey | undefined =>
  typeof value === 'string' && KEY.test(value) ? value : undefined;

/** The pieces behind a key; `null` when what it names is no longer there. */
export function evidenceOf(key: EvidenceKey, analysis: AnalysisView): NamedEvidence | null {
  const [, kind, index, piece, whole] = KEY.exec(key) ?? [];
  const first = Number(piece ?? 0);
  const n = Number(index);
  const found = (() => {
    if (whole === 'senior') return seniorEvidence(analysis);
    if (whole === 'registry') return documentEvidence(analysis, 'REGISTRY');
    if (whole === 'ledger') return documentEvidence(analysis, 'LEDGER');
    if (kind === 'finding') return analysis.findings[n]?.evidence ?? [];
    if (kind === 'owner') return ownerEvidence(analysis, n);
    if (kind === 'change.REGISTRY') return changeEvidence(analysis, 'REGISTRY', n);
    if (kind === 'change.LEDGER') return changeEvidence(analysis, 'LEDGER', n);
    const entry = analysis.registry?.entries[n];
    return entry ? [entryEvidence(analysis, entry)] : [];
  })();
  return found.length === 0 ? null : { pieces: found, first: Math.min(first, found.length - 1) };
}

function changeEvidence(analysis: AnalysisView, docType: DocType, index: number): Evidence[] {
  const change = analysis.changes[docType]?.changes[index];
  return change ? [...change.after, ...change.before] : [];
}

/** Rights whose holders are paid before a new tenant. */
const SENIOR_RIGHTS: readonly RegistryEntry['right'][] = ['MORTGAGE', 'JEONSE', 'LEASEHOLD_ORDER'];

/** The entries that make up the debt which is paid first, as they stand today. */
export const seniorEntries = (analysis: AnalysisView): RegistryEntry[] =>
  (analysis.registry?.entries ?? []).filter(
    ({ right, deed, cancelled, inForce }) =>
      SENIOR_RIGHTS.includes(right) && deed === 'SET' && cancelled !== true && inForce !== null,
  );

const seniorEvidence = (analysis: AnalysisView): Evidence[] =>
  seniorEntries(analysis).map((entry) => entryEvidence(analysis, entry));

function ownerEvidence(analysis: AnalysisView, index: number): Evidence[] {
  const owner = analysis.registry?.owners[index];
  const entry = analysis.registry?.entries.find(
    ({ section, rank, cancelled }) => section === '갑구' && rank === owner?.rank && cancelled !== true,
  );
  if (!owner) return [];
  return entry ? [entryEvidence(analysis, entry)] : documentEvidence(analysis, 'REGISTRY');
}

function entryEvidence(analysis: AnalysisView, entry: RegistryEntry): Evidence {
  const { page, section, rank, text, places } = entry;
  return { documentId: analysis.documents.REGISTRY?.documentId ?? null, page, section, rank, text, places };
}

function documentEvidence(analysis: AnalysisView, docType: DocType): Evidence[] {
  const document = analysis.documents[docType];
  if (!document) return [];
  const { documentId } = document;
  return [{ documentId, page: 1, section: null, rank: null, text: '', places: [] }];
}
