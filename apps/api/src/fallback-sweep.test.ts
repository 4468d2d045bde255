import { DEFAULT_LIMITS, type TaskView } from '@dungji/contracts';
import {
  acceptTask,
  createNest,
  type Db,
  findApproval,
  findTask,
  newId,
  recordSweep,
  sweptByLimits,
} from '@dungji/db';
import { cardIn, createTestDatabase, type TestDatabase } from '@dungji/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepWhenNobodyDoes } from './fallback-sweep.ts';
import { NEST } from './testing/api-world.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.drop());

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function waitingTask(): Promise<TaskView> {
  const userId = newId.user();
  await db.query(
    `INSERT INTO auth_user ("id", "name", "email", "emailVerified") VALUES ($1, 'x', $1, true)`,
    [userId],
  );
  const { id: nestId } = await createNest(db, { userId, ...NEST, buildingType: 'VILLA' });
  const accepted = await acceptTask(db, {
    kind: 'issuance',
    userId,
    nestId,
    docType: 'REGISTRY',
    input: { nestId, docType: 'REGISTRY', roadAddress: '', detailAddress: '' },
    limits: DEFAULT_LIMITS,
  });
  if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome);
  return accepted.task;
}

const NOTHING_SWEPT = sweptByLimits({ examined: 0, refunded: 0, settled: 0, errors: [] });

describe('sweepWhenNobodyDoes', () => {
  it('leaves the sweep to workers while they do it, and settles the overdue when they stop', async () => {
    const { id: taskId } = await waitingTask();
    const now = minutesFromNow(6);
    await recordSweep(db, { by: 'worker', result: NOTHING_SWEPT, at: now });
    expect(await sweepWhenNobodyDoes(db, DEFAULT_LIMITS, now)).toBe(false);
    expect(await findTask(db, { taskId, userId: null })).toMatchObject({ status: 'PENDING' });

    const later = minutesFromNow(7);
    expect(await sweepWhenNobodyDoes(db, DEFAULT_LIMITS, later)).toBe(true);
    expect(await findTask(db, { taskId, userId: null })).toMatchObject({
      status: 'FAILED',
      errorCode: 'STALE_PENDING',
    });
  });

  it('ends the cards whose time is over as well', async () => {
    const { approval } = await cardIn(db, 'OPEN');
    const later = new Date(Date.parse(approval.expiresAt) + 1);
    expect(await sweepWhenNobodyDoes(db, DEFAULT_LIMITS, later)).toBe(true);
    const card = await findApproval(db, { approvalId: approval.id, userId: null });
    expect(card?.status).toBe('EXPIRED');
  });

  it('runs once when many processes notice at the same time', async () => {
    const now = minutesFromNow(60 * 24 * 365);
    const swept = await Promise.all(
      Array.from({ length: 4 }, () => sweepWhenNobodyDoes(db, DEFAULT_LIMITS, now)),
    );
    expect(swept.filter(Boolean)).toHaveLength(1);
  });
});
