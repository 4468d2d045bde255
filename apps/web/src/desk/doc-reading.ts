import {
  type AnalysisVerdict,
  type AnalysisView,
  type DocType,
  isActiveTask,
  type NestView,
} from '@dungji/contracts';

/**
 * How far one document has come towards being understood:
 * - missing: none, and none on its way
 * - issuing: on its way; an earlier one may be there
 * - unread: stored, and nobody has been asked to read it
 * - reading: being read, or read and its result not here yet
 * - unreadable
 * - outdated: read in an older way than today's
 * - partial: read, but not everything that it says
 * - read
 */
export type DocReading =
  | 'missing'
  | 'issuing'
  | 'unread'
  | 'reading'
  | 'unreadable'
  | 'outdated'
  | 'partial'
  | 'read';

export function docReading(nest: NestView, docType: DocType, analysis: AnalysisView): DocReading {
  const { task, document } = nest.documents[docType];
  if (task && isActiveTask(task)) return 'issuing';
  if (document === null) return 'missing';
  if (document.analysis === 'FAILED') return 'unreadable';
  if (document.analysis === 'NONE') return 'unread';
  if (document.analysis === 'PENDING') return 'reading';
  const read = analysis.documents[docType];
  // The nest is ahead of the analysis: what is held is about an earlier file, or about this one before it was read.
  if (read?.documentId !== document.id || read.analysis !== 'DONE') return 'reading';
  if (read.outdated) return 'outdated';
  const view = docType === 'REGISTRY' ? analysis.registry : analysis.ledger;
  if (view === null) return 'unreadable';
  return view.complete ? 'read' : 'partial';
}

export interface DeskState {
  readings: Record<DocType, DocReading>;
  verdict: AnalysisVerdict | 'EMPTY' | 'WORKING';
  /** A document is on its way or being read: what is shown may grow. */
  working: boolean;
}

/**
 * What the page may say about the whole. Bad news is shown at once; good news only when both documents have been read
 * to the end and nothing is on its way, whatever the server says.
 */
export function deskState(nest: NestView, analysis: AnalysisView): DeskState {
  const readings = {
    REGISTRY: docReading(nest, 'REGISTRY', analysis),
    LEDGER: docReading(nest, 'LEDGER', analysis),
  };
  const all = Object.values(readings);
  const working = all.some((reading) => reading === 'issuing' || reading === 'reading');
  return { readings, working, verdict: verdictOf(all, working, analysis.verdict) };
}

function verdictOf(readings: DocReading[], working: boolean, verdict: AnalysisVerdict): DeskState['verdict'] {
  if (verdict === 'DANGER' || verdict === 'CAUTION') return verdict;
  if (working) return 'WORKING';
  if (readings.every((reading) => reading === 'missing')) return 'EMPTY';
  return verdict === 'CLEAR' && readings.every((reading) => reading === 'read') ? 'CLEAR' : 'CANNOT_TELL';
}
