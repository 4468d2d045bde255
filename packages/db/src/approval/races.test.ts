import { DEFAULT_LIMITS, type TaskId } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStream, streamPositions } from '../stream/read.ts';
import { cancelTask } from '../task/cancel.ts';
import type { Fence } from '../task/fence.ts';
import { retryTask } from '../task/retry.ts';
import { settleTask } from '../task/settle.ts';
import { finishStep } from '../task/step.ts';
import { sweepOverdue } from '../task/sweep-limits.ts';
import { type CardIn, cardIn, createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { approveApproval } from './approve.ts';
import { beginApprovalStep } from './begin-step.ts';
import { expireApproval } from './expire.ts';
import { rejectApproval } from './reject.ts';

/** Enough for the statements to meet in many orders on a machine with two cores. */
const ROUNDS = 30;
const limits = DEFAULT_LIMITS;
const limitMs = limits.APPROVAL_STEP_TIMEOUT_MS;
const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ poolMax: 20 });
});
afterAll(() => test.drop());

/** Everything that may happen to a card whose first step runs, as those would call it who do. */
const MOVES: Record<string, (card: CardIn, fence: Fence) => Promise<unknown>> = {
  'its step finishes': (_, fence) =>
    finishStep(test.db, fence, {
      position: 1,
      output: {},
      progress: { done: 1, total: 2, label: '둘' },
      nextLimitMs: limitMs,
    }),
  'its next step begins': ({ approval }, fence) =>
    beginApprovalStep(test.db, fence, {
      position: 2,
      name: approval.steps[1]?.name ?? '',
      idempotencyKey: `${approval.id}:2`,
      progress: { done: 1, total: 2, label: '둘' },
      limitMs,
    }),
  'its run fails': (_, fence) => settleTask(test.db, fence, { status: 'FAILED', code: 'STEP_FAILED' }),
  'its run succeeds': (_, fence) => settleTask(test.db, fence, { status: 'SUCCESS', result: { steps: 2 } }),
  'its run is to be tried again': (_, fence) =>
    retryTask(test.db, fence, { code: 'STEP_FAILED', retryAfterMs: 0 }),
  'it is approved again': ({ approval, operatorId }) =>
    approveApproval(test.db, { approvalId: approval.id, operatorId, limits }),
  'it is rejected': ({ approval, operatorId }) =>
    rejectApproval(test.db, { approvalId: approval.id, operatorId }),
  'its run is cancelled': ({ requestedBy, task }) =>
    cancelTask(test.db, { taskId: task?.id as TaskId, by: { userId: requestedBy, role: 'member' } }),
  'its time is over': ({ approval }) =>
    expireApproval(test.db, approval.id, new Date(Date.parse(approval.expiresAt) + 1)),
  'its run is swept': ({ requestedBy }) =>
    sweepOverdue(test.db, { batch: 10, userId: requestedBy, at: IN_AN_HOUR() }),
};

interface Row {
  readonly status: string;
  readonly task_status: string;
  readonly version: number;
  readonly told_version: number;
  readonly events: number;
  readonly last_seq: number;
}

/** The card, its task, and what was told of it last. */
async function rowOf({ approval, requestedBy }: CardIn): Promise<Row | undefined> {
  const { rows } = await test.db.query<Row>(
    `SELECT a.status, t.status AS task_status, a.version,
            (SELECT max((e.payload -> 'approval' ->> 'version')::int) FROM event e WHERE e.stream = $2) AS told_version,
            (SELECT count(*)::int FROM event e WHERE e.stream = $2) AS events,
            (SELECT last_seq::int FROM stream WHERE name = $2) AS last_seq
     FROM approval a JOIN task t ON t.id = a.task_id WHERE a.id = $1`,
    [approval.id, `user:${requestedBy}`],
  );
  return rows[0];
}

describe('whatever happens to a card at the same instant', () => {
  it('it is ACCEPTED exactly while its task is active, each change is told, and nobody waits for ever', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const card = await cardIn(test.db, 'RUNNING');
      const { fence } = card;
      if (!fence) throw new Error('the card does not run');
      const moves = Object.values(MOVES);
      // Each round begins with another one, so that every pair meets in both orders.
      const order = [...moves.slice(round % moves.length), ...moves.slice(0, round % moves.length)];
      await Promise.all(order.map((move) => move(card, fence)));
      const row = await rowOf(card);
      const isActive = row?.task_status === 'PENDING' || row?.task_status === 'PROCESSING';
      expect({ round, isAccepted: row?.status === 'ACCEPTED' }).toEqual({ round, isAccepted: isActive });
      expect(row?.told_version).toBe(row?.version);
      expect(row?.events).toBe(row?.last_seq);
    }
    const [operators] = await streamPositions(test.db, ['operators']);
    const told = await readStream(test.db, { stream: 'operators', after: 0, limit: 100_000 });
    expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1));
    expect(told).toHaveLength(operators?.lastSeq ?? 0);
  });
});
