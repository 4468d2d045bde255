import type { ApprovalStep, NestId, TaskErrorCode, TaskView } from '@dungji/contracts';
import { nestIn, userIn } from '@dungji/db/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TaskFailure } from '../../../task-failure.ts';
import {
  approveAgain,
  approvedCard,
  cardOf,
  openStepsWorld,
  type StepsWorld,
} from '../../../testing/steps-world.ts';
import { kindThat } from '../../../testing/world.ts';

let steps: StepsWorld;
beforeAll(async () => {
  steps = await openStepsWorld();
});
afterAll(() => steps.close());

const RESULT = { documentId: 'doc_01JZZZZZZZZZZZZZZZZZZZZZZZ', ocrTaskId: 'tsk_01JZZZZZZZZZZZZZZZZZZZZZZZ' };
const issuing = (nestId: NestId): ApprovalStep => ({
  name: '등기 발급',
  action: 'documents.issue',
  input: { nestId, docType: 'REGISTRY' },
});
const issuancesOf = async (nestId: NestId): Promise<TaskView['id'][]> => {
  const { rows } = await steps.world.db.query<{ id: TaskView['id'] }>(
    `SELECT id FROM task WHERE kind = 'issuance' AND nest_id = $1 ORDER BY id`,
    [nestId],
  );
  return rows.map(({ id }) => id);
};
const nthIssuanceOf = (nestId: NestId, nth: number) =>
  vi.waitFor(
    async () => {
      const id = (await issuancesOf(nestId))[nth - 1];
      if (!id) throw new Error('not asked for yet');
      return id;
    },
    { timeout: 10_000, interval: 20 },
  );
/** A portal's worth of issuance. */
const issue = (taskId: TaskView['id'], code?: TaskErrorCode) =>
  steps.world
    .openRunner({
      issuance: kindThat(async () => {
        if (code) throw new TaskFailure(code);
        return { result: RESULT };
      }),
    })
    .run({ taskId, attempt: 1 });

describe('documents.issue', () => {
  it('waits for the issuance it asks for, and links to it', async () => {
    const { nestId, userId } = await nestIn(steps.world.db);
    const { approvalId, task } = await approvedCard(steps.world, [issuing(nestId)], userId);
    const running = steps.runThrough(task.id);
    const child = await nthIssuanceOf(nestId, 1);
    await issue(child);
    await running;
    const card = await cardOf(steps.world.db, approvalId);
    expect(card).toMatchObject({
      status: 'APPLIED',
      steps: [{ output: { taskId: child, documentId: RESULT.documentId } }],
    });
    expect((await steps.world.find(child)).kind).toBe('issuance');
  });

  it('comes back to the same issuance when it was broken off', async () => {
    const { nestId, userId } = await nestIn(steps.world.db);
    const { approvalId, task } = await approvedCard(steps.world, [issuing(nestId)], userId);
    const first = steps.runner();
    const broken = first.run({ taskId: task.id, attempt: 1 });
    const child = await nthIssuanceOf(nestId, 1);
    for (const entry of first.running.all()) entry.abort.abort(new TaskFailure('WORKER_LOST'));
    await broken;
    await issue(child);
    await steps.runThrough(task.id);
    expect((await cardOf(steps.world.db, approvalId)).status).toBe('APPLIED');
    expect(await issuancesOf(nestId)).toEqual([child]);
  });

  it('fails with the issuance; approved again it asks for another one', async () => {
    const { nestId, userId } = await nestIn(steps.world.db);
    const card = await approvedCard(steps.world, [issuing(nestId)], userId);
    const failing = steps.runThrough(card.task.id);
    await issue(await nthIssuanceOf(nestId, 1), 'AUTOMATION_FAILED');
    await failing;
    expect(await cardOf(steps.world.db, card.approvalId)).toMatchObject({
      status: 'FAILED',
      restorable: true,
      lastError: { code: 'STEP_FAILED', message: expect.stringContaining('AUTOMATION_FAILED') },
    });
    await approveAgain(steps.world, card);
    const again = steps.runThrough(card.task.id);
    await issue(await nthIssuanceOf(nestId, 2));
    await again;
    expect((await cardOf(steps.world.db, card.approvalId)).status).toBe('APPLIED');
  });

  it('is refused for good with an address that does not exist, and for somebody else’s nest', async () => {
    const { nestId, userId } = await nestIn(steps.world.db);
    const own = await approvedCard(steps.world, [issuing(nestId)], userId);
    const running = steps.runThrough(own.task.id);
    await issue(await nthIssuanceOf(nestId, 1), 'ADDRESS_NOT_FOUND');
    await running;
    const foreign = await approvedCard(steps.world, [issuing(nestId)], await userIn(steps.world.db));
    await steps.runThrough(foreign.task.id);
    for (const { approvalId } of [own, foreign])
      expect(await cardOf(steps.world.db, approvalId)).toMatchObject({ status: 'FAILED', restorable: false });
    expect(await issuancesOf(nestId)).toHaveLength(1);
  });

  it('an operator asks for goes on in the name of the nest’s owner', async () => {
    const { nestId, userId } = await nestIn(steps.world.db);
    const { task } = await approvedCard(
      steps.world,
      [issuing(nestId)],
      await userIn(steps.world.db, 'operator'),
    );
    const running = steps.runThrough(task.id);
    const child = await nthIssuanceOf(nestId, 1);
    await issue(child);
    await running;
    const { rows } = await steps.world.db.query('SELECT user_id FROM task WHERE id = $1', [child]);
    expect(rows).toEqual([{ user_id: userId }]);
  });
});
