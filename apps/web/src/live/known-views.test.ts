import { describe, expect, it } from 'vitest';
import {
  ago,
  documentId,
  failedTask,
  NOW_MS,
  nestId,
  nestWith,
  pendingTask,
  processingTask,
  storedDocument,
  succeededTask,
} from '../fixtures/views.ts';
import { freshenNestPages, freshenTask, type NestPages, withNewNest } from './cached-answers.ts';
import { createKnownViews } from './known-views.ts';

describe('a task', () => {
  it('is replaced by a higher version and never by a lower one', () => {
    const known = createKnownViews();
    const running = processingTask({ version: 4 });
    known.task(running);
    expect(known.task(pendingTask({ version: 1 }))).toBe(running);
    const settled = succeededTask({ version: 9 });
    expect(known.task(settled)).toBe(settled);
    expect(known.task(running)).toBe(settled);
  });

  it('is announced as settled once, and only if it was seen active here', () => {
    const announced: string[] = [];
    const known = createKnownViews((task) => announced.push(task.id));
    known.task(succeededTask({ n: 5 }));
    expect(announced).toEqual([]);
    known.task(processingTask({ n: 6, version: 2 }));
    known.task(succeededTask({ n: 6, version: 3 }));
    known.task(succeededTask({ n: 6, version: 3 }));
    known.task(processingTask({ n: 6, version: 2 }));
    expect(announced).toEqual([succeededTask({ n: 6 }).id]);
  });
});

describe('a nest', () => {
  it('takes the newest task although an older read of the nest arrives later', () => {
    const known = createKnownViews();
    known.nest(nestWith(processingTask({ version: 3 })), NOW_MS);
    known.task(succeededTask({ version: 8 }));
    const late = known.nest(nestWith(processingTask({ version: 5 })), NOW_MS);
    expect(late?.documents.REGISTRY.task?.status).toBe('SUCCESS');
  });

  it('a slow first read with a change in between shows the change', () => {
    const known = createKnownViews();
    known.task(processingTask({ version: 3 }));
    const first = known.nest(nestWith(null), NOW_MS);
    expect(first?.documents.REGISTRY.task?.status).toBe('PROCESSING');
    expect(first?.documents.REGISTRY.canIssue).toBe(false);
  });

  it('a newer request takes the place of a failed one, and the failed one does not come back', () => {
    const known = createKnownViews();
    const failed = failedTask('TIMEOUT', { n: 1, createdAt: ago(90_000) });
    const again = pendingTask({ n: 2, createdAt: ago(10_000) });
    known.nest(nestWith(failed), NOW_MS);
    known.task(again);
    expect(known.nest(nestWith(failed), NOW_MS)?.documents.REGISTRY.task).toBe(again);
  });

  it('a task that was taken up again stands before a newer one that has ended, until it ends itself', () => {
    const known = createKnownViews();
    const inDoubt = failedTask('OUTCOME_UNKNOWN', { n: 1, version: 5, createdAt: ago(90_000) });
    const newer = succeededTask({ n: 2, createdAt: ago(30_000) });
    const standing = (...view: Parameters<typeof known.nest>) => known.nest(...view)?.documents.REGISTRY.task;
    expect(standing(nestWith(inDoubt), NOW_MS)).toBe(inDoubt);
    expect(standing(nestWith(newer), NOW_MS)).toBe(newer);
    const resumed = pendingTask({ n: 1, version: 6, createdAt: ago(90_000) });
    known.task(resumed, NOW_MS + 1_000);
    expect(standing(nestWith(newer), NOW_MS)).toBe(resumed);
    known.task(failedTask('TIMEOUT', { n: 1, version: 7, createdAt: ago(90_000) }), NOW_MS + 2_000);
    expect(standing(nestWith(newer), NOW_MS)).toBe(newer);
  });

  it('a task that ended while nothing was heard gives way to the one that a later read names', () => {
    const known = createKnownViews();
    const newer = succeededTask({ n: 2, createdAt: ago(30_000) });
    known.nest(nestWith(newer), NOW_MS);
    known.task(pendingTask({ n: 1, createdAt: ago(90_000) }), NOW_MS + 1_000);
    expect(known.nest(nestWith(newer), NOW_MS + 5_000)?.documents.REGISTRY.task).toBe(newer);
  });

  it('a read that began before a request does not hide it', () => {
    const known = createKnownViews();
    const failed = failedTask('TIMEOUT', { n: 1, createdAt: ago(90_000) });
    const again = pendingTask({ n: 2, createdAt: ago(1_000) });
    known.task(again);
    expect(known.nest(nestWith(failed), NOW_MS)?.documents.REGISTRY.task).toBe(again);
  });

  it('an edit is not undone by an older version, while its task still moves on', () => {
    const known = createKnownViews();
    known.nest(nestWith(null, null, { version: 2, name: '새 이름' }), NOW_MS);
    const merged = known.nest(nestWith(pendingTask(), null, { version: 1, name: '옛 이름' }), NOW_MS);
    expect(merged?.name).toBe('새 이름');
    expect(merged?.documents.REGISTRY.task?.status).toBe('PENDING');
  });

  it('once removed stays removed', () => {
    const known = createKnownViews();
    known.removeNest(nestId());
    expect(known.nest(nestWith(null), NOW_MS)).toBeNull();
  });

  it('a stored document lands in its place and a late read does not turn its analysis back', () => {
    const known = createKnownViews();
    known.document(storedDocument({ analysis: 'DONE' }), NOW_MS, nestId());
    const late = known.nest(
      nestWith(succeededTask(), storedDocument({ analysis: 'PENDING' })),
      NOW_MS - 1_000,
    );
    expect(late?.documents.REGISTRY.document?.analysis).toBe('DONE');
    const reread = known.nest(
      nestWith(succeededTask(), storedDocument({ analysis: 'PENDING' })),
      NOW_MS + 1_000,
    );
    expect(reread?.documents.REGISTRY.document?.analysis).toBe('PENDING');
  });

  it('shows the younger of two documents', () => {
    const known = createKnownViews();
    const younger = storedDocument({ id: documentId(2), createdAt: ago(1_000) });
    known.document(younger, NOW_MS, nestId());
    expect(known.nest(nestWith(null, storedDocument()), NOW_MS)?.documents.REGISTRY.document?.id).toBe(
      younger.id,
    );
  });
});

describe('cached answers', () => {
  const pagesOf = (serverNow: string, ...items: ReturnType<typeof nestWith>[]): NestPages => ({
    pages: [{ items, nextCursor: null, serverNow }],
    pageParams: [null],
  });
  const ids = (pages: NestPages) => pages.pages.flatMap((page) => page.items.map(({ id }) => id));

  it('a list read before a nest was made does not take it away', () => {
    const known = createKnownViews();
    const made = nestWith(null, null, { id: nestId(2), createdAt: ago(0) });
    const old = nestWith(null);
    const held = withNewNest(pagesOf(ago(5_000), old), made);
    expect(ids(held)).toEqual([made.id, old.id]);
    expect(ids(freshenNestPages(known, pagesOf(ago(1_000), old), held))).toEqual([made.id, old.id]);
  });

  it('a nest gone from a later read is gone', () => {
    const known = createKnownViews();
    const held = pagesOf(ago(5_000), nestWith(null));
    expect(ids(freshenNestPages(known, pagesOf(ago(0)), held))).toEqual([]);
  });

  it('a new nest joins once', () => {
    const held = pagesOf(ago(0), nestWith(null));
    expect(withNewNest(held, nestWith(null))).toBe(held);
  });

  it('steps read with an older view do not replace those read with a newer one', () => {
    const known = createKnownViews();
    const newer = { task: processingTask({ version: 6 }), steps: [], serverNow: ago(0) };
    const older = { task: processingTask({ version: 4 }), steps: [], serverNow: ago(1_000) };
    known.task(newer.task);
    const merged = freshenTask(known, older, newer);
    expect(merged.task.version).toBe(6);
    expect(merged.steps).toBe(newer.steps);
  });
});
