import { DEFAULT_LIMITS } from '@dungji/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import {
  createTestDatabase,
  documentIn,
  nestIn,
  type TestDatabase,
  taskIn,
  userIn,
} from '../testing/index.ts';
import { type AcceptAnswer, type AcceptTask, acceptTask } from './accept.ts';
import { claimTask } from './claim.ts';
import { failTask } from './fail.ts';
import { findTask } from './read.ts';

const limits = DEFAULT_LIMITS;
const MINUTE_MS = 60_000;

let test: TestDatabase;
let ask: AcceptTask & { nestId: NonNullable<AcceptTask['nestId']> };
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  const { nestId, userId } = await nestIn(test.db);
  ask = { kind: 'issuance', userId, nestId, docType: 'REGISTRY', input: { nestId }, limits };
});

const keyed = (key: string, inputHash = 'hash') => ({
  ...ask,
  idempotency: { procedure: 'issuance.request', key, inputHash },
});

function taskOf(answer: AcceptAnswer) {
  if (!('task' in answer)) throw new Error(`expected a task, got ${answer.outcome}`);
  return answer.task;
}

const failDispatch = (taskId: ReturnType<typeof taskOf>['id']) =>
  failTask(test.db, { taskId, attempt: 0, from: 'PENDING', code: 'DISPATCH_FAILED' });

describe('accept', () => {
  it('makes a PENDING task whose limit counts from now', async () => {
    const at = new Date('2026-03-01T00:00:00.000Z');
    const task = taskOf(await acceptTask(test.db, { ...ask, at }));
    expect(task).toMatchObject({
      status: 'PENDING',
      version: 1,
      attempt: 0,
      nestId: ask.nestId,
      docType: 'REGISTRY',
      createdAt: at.toISOString(),
      pendingSince: at.toISOString(),
      timeoutAt: new Date(at.getTime() + 5 * MINUTE_MS).toISOString(),
    });
  });

  it('reuses the active task of the same nest and document, and makes a new one once it is settled', async () => {
    const first = taskOf(await acceptTask(test.db, ask));
    expect(await acceptTask(test.db, ask)).toEqual({ outcome: 'reused', task: first });
    await failDispatch(first.id);
    const second = await acceptTask(test.db, ask);
    expect(second.outcome).toBe('accepted');
    expect(taskOf(second).id).not.toBe(first.id);
  });

  it('keeps the two documents of a nest apart', async () => {
    const registry = taskOf(await acceptTask(test.db, ask));
    const ledger = await acceptTask(test.db, { ...ask, docType: 'LEDGER' });
    expect(ledger.outcome).toBe('accepted');
    expect(taskOf(ledger).id).not.toBe(registry.id);
  });

  it('knows neither a missing nest nor somebody else’s', async () => {
    expect(await acceptTask(test.db, { ...ask, nestId: newId.nest() })).toEqual({ outcome: 'missing' });
    expect(await acceptTask(test.db, { ...ask, userId: await userIn(test.db) })).toEqual({
      outcome: 'missing',
    });
  });

  it('replaces a PENDING task past its limit, and only that', async () => {
    const stale = taskOf(await acceptTask(test.db, { ...ask, at: new Date(Date.now() - 6 * MINUTE_MS) }));
    const fresh = await acceptTask(test.db, ask);
    expect(fresh.outcome).toBe('accepted');
    expect(await findTask(test.db, { taskId: stale.id, userId: null })).toMatchObject({
      status: 'FAILED',
      errorCode: 'STALE_PENDING',
    });
  });

  it('does not replace a PROCESSING task past its limit: that is for the sweep', async () => {
    const late = await taskIn(test.db, 'PROCESSING', { deadline_at: new Date(Date.now() - 1_000) });
    const answer = await acceptTask(test.db, { ...ask, userId: late.userId, nestId: late.nestId });
    expect(answer).toEqual({ outcome: 'reused', task: late.task });
  });
});

describe('an ocr task', () => {
  it('takes nest and document type from its document, is one per document, and marks it as being read', async () => {
    const documentId = await documentIn(test.db, ask);
    const read: AcceptTask = { kind: 'ocr', userId: ask.userId, documentId, input: { documentId }, limits };
    const task = taskOf(await acceptTask(test.db, read));
    expect(task).toMatchObject({ kind: 'ocr', documentId, nestId: ask.nestId, docType: 'REGISTRY' });
    expect((await acceptTask(test.db, read)).outcome).toBe('reused');
    expect(await acceptTask(test.db, { ...read, userId: await userIn(test.db) })).toEqual({
      outcome: 'missing',
    });
  });

  it('does not stand in the way of an issuance of the same nest', async () => {
    const documentId = await documentIn(test.db, ask);
    await acceptTask(test.db, { kind: 'ocr', userId: ask.userId, documentId, input: { documentId }, limits });
    expect((await acceptTask(test.db, ask)).outcome).toBe('accepted');
  });
});

describe('a key', () => {
  it('answers its task in any state', async () => {
    const task = taskOf(await acceptTask(test.db, keyed('k')));
    await claimTask(test.db, { taskId: task.id, attempt: 1, workerId: 'w', bootId: 'b', limits });
    await failTask(test.db, { taskId: task.id, attempt: 1, from: 'PROCESSING', code: 'TIMEOUT' });
    const again = await acceptTask(test.db, keyed('k'));
    expect(again.outcome).toBe('reused');
    expect(taskOf(again)).toMatchObject({ id: task.id, status: 'FAILED', errorCode: 'TIMEOUT' });
  });

  it('used for another input is a conflict, whatever else is going on', async () => {
    await acceptTask(test.db, keyed('k'));
    expect(await acceptTask(test.db, keyed('k', 'other'))).toEqual({ outcome: 'conflict' });
  });

  it('is recorded on reuse too, so it answers after the task it found is over', async () => {
    const task = taskOf(await acceptTask(test.db, ask));
    expect((await acceptTask(test.db, keyed('late'))).outcome).toBe('reused');
    await failTask(test.db, { taskId: task.id, attempt: 0, from: 'PENDING', code: 'CANCELLED' });
    expect(taskOf(await acceptTask(test.db, keyed('late'))).id).toBe(task.id);
  });

  it('is freed by DISPATCH_FAILED, also for another input', async () => {
    const first = taskOf(await acceptTask(test.db, keyed('k')));
    await failDispatch(first.id);
    const second = await acceptTask(test.db, keyed('k', 'other'));
    expect(second.outcome).toBe('accepted');
    expect(taskOf(await acceptTask(test.db, keyed('k', 'other'))).id).toBe(taskOf(second).id);
  });

  it('freed by DISPATCH_FAILED can find an active task instead of making one', async () => {
    const first = taskOf(await acceptTask(test.db, keyed('k')));
    await failDispatch(first.id);
    const active = taskOf(await acceptTask(test.db, ask));
    expect(taskOf(await acceptTask(test.db, keyed('k'))).id).toBe(active.id);
  });

  it('belongs to one user and one procedure', async () => {
    const mine = taskOf(await acceptTask(test.db, keyed('k')));
    const theirs = await nestIn(test.db);
    expect(taskOf(await acceptTask(test.db, { ...keyed('k', 'x'), ...theirs })).id).not.toBe(mine.id);
    const elsewhere = { procedure: 'ocr.request', key: 'k', inputHash: 'y' };
    expect((await acceptTask(test.db, { ...ask, docType: 'LEDGER', idempotency: elsewhere })).outcome).toBe(
      'accepted',
    );
  });

  it('answers its task even after the nest was removed', async () => {
    const task = taskOf(await acceptTask(test.db, keyed('k')));
    await failTask(test.db, { taskId: task.id, attempt: 0, from: 'PENDING', code: 'CANCELLED' });
    await test.db.query('DELETE FROM nest WHERE id = $1', [ask.nestId]);
    expect(taskOf(await acceptTask(test.db, keyed('k'))).id).toBe(task.id);
    expect(await acceptTask(test.db, keyed('new'))).toEqual({ outcome: 'missing' });
  });
});
