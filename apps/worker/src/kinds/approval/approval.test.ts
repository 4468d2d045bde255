import type { Limits } from '@dungji/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  applying,
  approveAgain,
  approvedCard,
  cardOf,
  openStepsWorld,
  type StepsWorld,
} from '../../testing/steps-world.ts';
import type { Outside, World } from '../../testing/world.ts';

let steps: StepsWorld;
let world: World;
let outside: Outside;
beforeAll(async () => {
  steps = await openStepsWorld();
  ({ world, outside } = steps);
});
afterEach(() => outside.setFault('ok', undefined, 'steps'));
afterAll(() => steps.close());

const runner = (limits?: Partial<Limits>) => steps.runner(limits);
const runThrough = (taskId: Parameters<World['find']>[0]) => steps.runThrough(taskId);

describe('a run', () => {
  it('does the steps in their order, each once, and keeps what they answered', async () => {
    const { approvalId, task } = await approvedCard(world, [
      applying('회고 모으기'),
      applying('회고 병합', { ms: 20 }),
      applying('프로필 저장'),
    ]);
    await runner().run({ taskId: task.id, attempt: 1 });
    expect(await world.find(task.id)).toMatchObject({
      status: 'SUCCESS',
      result: { steps: 3 },
      progress: { done: 3, total: 3 },
    });
    const card = await cardOf(world.db, approvalId);
    expect(card.status).toBe('APPLIED');
    expect(card.steps.map(({ status, output }) => [status, output])).toEqual(
      Array.from({ length: 3 }, () => ['DONE', expect.objectContaining({ status: 200 })]),
    );
    const applied = await outside.applicationsOf(approvalId);
    expect(applied.map(({ idempotencyKey, times }) => [idempotencyKey, times])).toEqual(
      [1, 2, 3].map((position) => [`${approvalId}:${position}`, 1]),
    );
  });

  it('tries a failing step again by itself, and counts each step’s attempts anew', async () => {
    const { approvalId, task } = await approvedCard(world, [
      applying('하나', { failTimes: 2 }),
      applying('둘', { failTimes: 2 }),
    ]);
    await runThrough(task.id);
    expect(await world.find(task.id)).toMatchObject({ status: 'SUCCESS', attempt: 5 });
    expect((await outside.applicationsOf(approvalId)).map(({ times }) => times)).toEqual([1, 1]);
  });

  it('stops at a step that keeps failing; approved again it goes on there, with the finished ones untouched', async () => {
    const { approvalId, operatorId, task } = await approvedCard(world, [
      applying('하나'),
      applying('둘', { failTimes: 3 }),
      applying('셋'),
    ]);
    await runThrough(task.id);
    expect(await cardOf(world.db, approvalId)).toMatchObject({
      status: 'FAILED',
      restorable: true,
      lastError: { code: 'STEP_FAILED', message: 'the other system answered 500: failed 3 of 3 times' },
      steps: [{ status: 'DONE' }, { status: 'FAILED' }, { status: 'PENDING' }],
    });
    const again = await approveAgain(world, { approvalId, operatorId });
    expect(again.id).toBe(task.id);
    await runThrough(task.id);
    expect((await cardOf(world.db, approvalId)).status).toBe('APPLIED');
    expect((await outside.applicationsOf(approvalId)).map(({ times }) => times)).toEqual([1, 1, 1]);
  });

  it('is not tried again when its input is refused, and its card stays away', async () => {
    const { approvalId, task } = await approvedCard(world, [
      applying('하나', { reject: true }),
      applying('둘'),
    ]);
    await runThrough(task.id);
    expect(await world.find(task.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'STEP_REJECTED',
      attempt: 1,
      retryable: false,
    });
    expect(await cardOf(world.db, approvalId)).toMatchObject({ status: 'FAILED', restorable: false });
    expect(await outside.applicationsOf(approvalId)).toEqual([]);
  });

  it('does no effect twice when the answer to one is lost', async () => {
    const { approvalId, task } = await approvedCard(world, [applying('하나', { dropReply: true })]);
    await runThrough(task.id);
    expect(await world.find(task.id)).toMatchObject({ status: 'SUCCESS', attempt: 2 });
    expect((await outside.applicationsOf(approvalId)).map(({ times }) => times)).toEqual([1]);
  });

  it('waits out a target that is down, and fails restorably when it stays so', async () => {
    await outside.setFault('down', undefined, 'steps');
    const { approvalId, task } = await approvedCard(world, [applying('하나')]);
    await runThrough(task.id);
    expect(await cardOf(world.db, approvalId)).toMatchObject({
      status: 'FAILED',
      restorable: true,
      lastError: { code: 'STEP_FAILED' },
    });
  });

  it('of a step that hangs is over when the step’s time is', async () => {
    const { approvalId, task } = await approvedCard(world, [applying('하나', { ms: 600_000 })]);
    await runner({ APPROVAL_STEP_TIMEOUT_MS: 300 }).run({ taskId: task.id, attempt: 1 });
    expect(await cardOf(world.db, approvalId)).toMatchObject({
      status: 'FAILED',
      restorable: true,
      lastError: { code: 'TIMEOUT' },
    });
  });
});
