import {
  type DocState,
  type DocType,
  type DocumentView,
  docState,
  isActiveTask,
  type NestView,
  type SettledTask,
  type TaskView,
} from '@dungji/contracts';

/** A task seen settled here after it was seen active here: the moment to announce it. */
export type OnSettled = (task: SettledTask) => void;

/**
 * The newest view of each row this page has seen, whoever brought it: an event, a poll, an answer.
 * Every query answer passes through it, so a late poll, a replayed event or a slow first read never turns a
 * screen back. Lives as long as the signed-in page and holds only what its person has seen.
 */
export interface KnownViews {
  /**
   * Records the view and returns the newest one known of that task.
   * @param asOfMs the server's time of the reading; without it, the view is only compared by its version
   */
  task(view: TaskView, asOfMs?: number): TaskView;
  /** The same for a document; documents carry no version, so the server's time of the reading decides. */
  document(view: DocumentView, asOfMs: number, nestId?: string): DocumentView;
  /** The same for a nest, its tasks and its documents. `null`: it was removed. */
  nest(view: NestView, asOfMs: number): NestView | null;
  removeNest(nestId: string): void;
  nestNamed(nestId: string): string | null;
  activeTaskIds(): string[];
  /** Forgets everything: somebody else signs in. */
  clear(): void;
}

interface Slot {
  taskIds: Set<string>;
  documentId: string | null;
  /** Which task the latest read of the nest found standing here. */
  read: { taskId: string | null; asOfMs: number };
}

const later = (a: { createdAt: string; id: string }, b: { createdAt: string; id: string }): boolean =>
  a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;

export function createKnownViews(onSettled: OnSettled = () => {}): KnownViews {
  const tasks = new Map<string, TaskView>();
  const taskReadAtMs = new Map<string, number>();
  const nests = new Map<string, NestView>();
  const documents = new Map<string, { view: DocumentView; asOfMs: number }>();
  /** By nest and document type: the tasks, and which document stands there. */
  const slots = new Map<string, Slot>();
  const removedNests = new Set<string>();

  function slotOf(nestId: string, docType: string): Slot {
    const key = `${nestId}/${docType}`;
    const slot = slots.get(key) ?? {
      taskIds: new Set(),
      documentId: null,
      read: { taskId: null, asOfMs: Number.NEGATIVE_INFINITY },
    };
    slots.set(key, slot);
    return slot;
  }

  /** As the server chooses: the one that is active (there is at most one), else the newest. */
  function standingTaskOf(slot: Slot): TaskView | null {
    let standing: TaskView | null = null;
    for (const id of slot.taskIds) {
      const candidate = tasks.get(id);
      if (!candidate) continue;
      if (isActiveTask(candidate) && !isRefutedBy(slot, id)) return candidate;
      if (!standing || later(candidate, standing)) standing = candidate;
    }
    return standing;
  }

  /** A later read of the nest names another task: this one has ended unseen, while no events came. */
  const isRefutedBy = ({ read }: Slot, taskId: string): boolean =>
    read.taskId !== taskId && (taskReadAtMs.get(taskId) ?? 0) < read.asOfMs;

  function task(view: TaskView, asOfMs = 0): TaskView {
    taskReadAtMs.set(view.id, Math.max(asOfMs, taskReadAtMs.get(view.id) ?? 0));
    const known = tasks.get(view.id);
    if (known && known.version >= view.version) return known;
    tasks.set(view.id, view);
    if (view.kind === 'issuance' && view.nestId !== null && view.docType !== null) {
      slotOf(view.nestId, view.docType).taskIds.add(view.id);
    }
    if (known && isActiveTask(known) && !isActiveTask(view)) onSettled(view);
    return view;
  }

  function document(view: DocumentView, asOfMs: number, nestId?: string): DocumentView {
    const known = documents.get(view.id);
    const newest = known && known.asOfMs > asOfMs ? known : { view, asOfMs };
    documents.set(view.id, newest);
    if (nestId !== undefined) {
      const slot = slotOf(nestId, view.docType);
      const standing = slot.documentId === null ? undefined : documents.get(slot.documentId);
      if (!standing || later(view, standing.view)) slot.documentId = view.id;
    }
    return newest.view;
  }

  function standingState(nestId: string, docType: DocType, incoming: DocState, asOfMs: number): DocState {
    if (incoming.task) task(incoming.task, asOfMs);
    if (incoming.document) document(incoming.document, asOfMs, nestId);
    const slot = slotOf(nestId, docType);
    if (asOfMs >= slot.read.asOfMs) slot.read = { taskId: incoming.task?.id ?? null, asOfMs };
    // An incoming task of another kind or nest never lands in the slot; it is shown as it came.
    const standingTask = slot.taskIds.size === 0 ? incoming.task : standingTaskOf(slot);
    const standingDocument = slot.documentId === null ? null : (documents.get(slot.documentId)?.view ?? null);
    return docState(standingTask, standingDocument, asOfMs);
  }

  function nest(view: NestView, asOfMs: number): NestView | null {
    if (removedNests.has(view.id)) return null;
    const known = nests.get(view.id);
    const newest = known && known.version > view.version ? known : view;
    const merged: NestView = {
      ...newest,
      documents: {
        REGISTRY: standingState(view.id, 'REGISTRY', view.documents.REGISTRY, asOfMs),
        LEDGER: standingState(view.id, 'LEDGER', view.documents.LEDGER, asOfMs),
      },
    };
    nests.set(view.id, merged);
    return merged;
  }

  return {
    task,
    document,
    nest,
    removeNest(nestId) {
      removedNests.add(nestId);
      nests.delete(nestId);
    },
    nestNamed: (nestId) => nests.get(nestId)?.name ?? null,
    activeTaskIds: () => [...tasks.values()].filter(isActiveTask).map(({ id }) => id),
    clear() {
      for (const part of [tasks, taskReadAtMs, nests, documents, slots, removedNests]) part.clear();
    },
  };
}
