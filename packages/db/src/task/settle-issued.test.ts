import { type ChangeEvent, DEFAULT_LIMITS } from '@dungji/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findOrphanObjects, planObject } from '../document/object.ts';
import { findDocument } from '../document/read.ts';
import { readText } from '../document/text.ts';
import { ObjectNotStoredError } from '../document/write.ts';
import { findNest } from '../nest/read.ts';
import { readStream } from '../stream/read.ts';
import { createTestDatabase, type TaskIn, type TestDatabase, taskIn } from '../testing/index.ts';
import { cancelTask } from './cancel.ts';
import { claimTask } from './claim.ts';
import type { Fence } from './fence.ts';
import { findTask } from './read.ts';
import { settleTask } from './settle.ts';
import { type Issued, settleIssued } from './settle-issued.ts';
import { settleRead } from './settle-read.ts';

const limits = DEFAULT_LIMITS;
const emitted: ChangeEvent[] = [];

let test: TestDatabase;
let running: TaskIn;
beforeAll(async () => {
  test = await createTestDatabase({ onEvents: (events) => emitted.push(...events) });
});
afterAll(() => test.drop());
beforeEach(async () => {
  running = await taskIn(test.db, 'PROCESSING');
  emitted.length = 0;
});

const fileOf = (it: TaskIn) => ({
  objectKey: `documents/${it.task.id}.pdf`,
  fileName: '등기사항전부증명서.pdf',
  contentType: 'application/pdf',
  sizeBytes: 3_210,
  sha256: 'a'.repeat(64),
});

async function settle(it: TaskIn): Promise<Issued | null> {
  const document = fileOf(it);
  await planObject(test.db, { key: document.objectKey, purpose: 'document', taskId: it.task.id });
  return settleIssued(test.db, it.fence, { document, limits });
}

async function claimReading(it: TaskIn): Promise<{ fence: Fence; issued: Issued }> {
  const issued = await settle(it);
  if (!issued) throw new Error('the issuance was lost');
  const fence: Fence = { taskId: issued.ocrTask.id, attempt: 1, bootId: 'boot-1' };
  await claimTask(test.db, { ...fence, workerId: 'worker-1', limits });
  return { fence, issued };
}

describe('settling an issuance', () => {
  it('puts document, result and reading task on record together, told in this order after the commit', async () => {
    const issued = await settle(running);
    expect(issued?.task).toMatchObject({
      status: 'SUCCESS',
      documentId: issued?.document.id,
      result: { documentId: issued?.document.id, ocrTaskId: issued?.ocrTask.id },
    });
    expect(issued?.ocrTask).toMatchObject({ status: 'PENDING', kind: 'ocr', nestId: running.nestId });
    const events = await readStream(test.db, { stream: `user:${running.userId}`, after: 0, limit: 10 });
    expect(events.map((event) => [event.type, event.task?.kind ?? null, event.nestId ?? null])).toEqual([
      ['document.stored', null, running.nestId],
      ['task.resolved', 'issuance', null],
      ['task.accepted', 'ocr', null],
    ]);
    expect(emitted).toEqual(events);
    const nest = await findNest(test.db, running);
    expect(nest?.documents.REGISTRY).toMatchObject({
      task: { id: running.task.id },
      document: { id: issued?.document.id, analysis: 'PENDING' },
      canReissue: true,
    });
  });

  it('by an attempt that lost the task leaves nothing behind', async () => {
    await cancelTask(test.db, { taskId: running.task.id, by: { userId: running.userId, role: 'member' } });
    expect(await settle(running)).toBeNull();
    const { rows } = await test.db.query('SELECT FROM document WHERE user_id = $1', [running.userId]);
    expect(rows).toEqual([]);
    expect(await test.db.query('SELECT FROM task WHERE user_id = $1', [running.userId])).toMatchObject({
      count: 1,
    });
  });

  it('with an object that was never planned, or is being deleted, changes and tells nothing', async () => {
    const document = fileOf(running);
    await expect(settleIssued(test.db, running.fence, { document, limits })).rejects.toThrow(
      ObjectNotStoredError,
    );
    await planObject(test.db, { key: document.objectKey, purpose: 'document', at: new Date(0) });
    expect(await findOrphanObjects(test.db, { graceMs: 1, batch: 9 })).toContain(document.objectKey);
    await expect(settleIssued(test.db, running.fence, { document, limits })).rejects.toThrow(
      ObjectNotStoredError,
    );
    expect(await findTask(test.db, { taskId: running.task.id, userId: null })).toEqual(running.task);
    expect(emitted).toEqual([]);
  });

  it('and a cancel: one of them wins, and no document without its SUCCESS', async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await taskIn(test.db, 'PROCESSING');
      const [issued, cancelled] = await Promise.all([
        settle(it),
        cancelTask(test.db, { taskId: it.task.id, by: { userId: it.userId, role: 'member' } }),
      ]);
      expect(cancelled?.outcome).toBe(issued ? 'settled' : 'cancelled');
      const { count } = await test.db.query('SELECT FROM document WHERE task_id = $1', [it.task.id]);
      expect(count).toBe(issued ? 1 : 0);
    }
  });
});

describe('settling a reading', () => {
  it('stores the text with its document, which is then DONE', async () => {
    const { fence, issued } = await claimReading(running);
    const view = await settleRead(test.db, fence, {
      pages: ['등기사항\0전부', '갑구'],
      method: 'OCR',
      findings: 0,
    });
    const documentId = issued.document.id;
    expect(view).toMatchObject({
      status: 'SUCCESS',
      result: { documentId, pages: 2, method: 'OCR', findings: 0 },
    });
    expect(await readText(test.db, documentId)).toEqual({ pages: ['등기사항전부', '갑구'], method: 'OCR' });
    const stored = await findDocument(test.db, { documentId, userId: running.userId });
    expect(stored?.document).toMatchObject({ pages: 2, analysis: 'DONE' });
    expect(emitted.at(-1)).toMatchObject({ type: 'task.resolved', document: stored?.document });
  });

  it('by an attempt that lost the task writes no text', async () => {
    const { fence, issued } = await claimReading(running);
    const zombie = { ...fence, bootId: 'boot-0' };
    expect(await settleRead(test.db, zombie, { pages: ['x'], method: 'OCR', findings: 0 })).toBeNull();
    expect(await readText(test.db, issued.document.id)).toBeNull();
  });

  it('that failed shows on its document, and never undoes the issuance', async () => {
    const { fence, issued } = await claimReading(running);
    await settleTask(test.db, fence, { status: 'FAILED', code: 'UNREADABLE_DOCUMENT' });
    expect(emitted.at(-1)).toMatchObject({ type: 'task.resolved', document: { analysis: 'FAILED' } });
    const nest = await findNest(test.db, running);
    expect(nest?.documents.REGISTRY).toMatchObject({
      task: { status: 'SUCCESS' },
      document: { id: issued.document.id, analysis: 'FAILED' },
    });
  });
});
