import { type DocumentView, docState, type NestView, type TaskView } from '@dungji/contracts';
import { type DocumentSnapshot, type TaskSnapshot, toTaskView } from '../task/view.ts';

interface NestDocumentSnapshot {
  readonly task: TaskSnapshot | null;
  readonly document: DocumentSnapshot | null;
}

/** What the SQL function `nest_snapshot` returns. */
export interface NestSnapshot extends Omit<NestView, 'documents'> {
  readonly documents: { readonly REGISTRY: NestDocumentSnapshot; readonly LEDGER: NestDocumentSnapshot };
}

/**
 * The one mapping from a stored nest to what a screen gets.
 *
 * @param nowMs the server's clock, epoch milliseconds: what may be issued depends on it
 */
export function toNestView(snapshot: NestSnapshot, nowMs: number): NestView {
  const state = ({ task, document }: NestDocumentSnapshot) =>
    docState(asTask(task), asDocument(document), nowMs);
  const { REGISTRY, LEDGER } = snapshot.documents;
  return { ...snapshot, documents: { REGISTRY: state(REGISTRY), LEDGER: state(LEDGER) } };
}

const asTask = (task: TaskSnapshot | null): TaskView | null => task && toTaskView(task);
const asDocument = (document: DocumentSnapshot | null): DocumentView | null => document;
