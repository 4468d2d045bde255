import type { Accepted, NestView, TaskView } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
let stranger: Caller;
let operator: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  [tenant, stranger, operator] = [await world.person(), await world.person(), await world.person('operator')];
});
afterAll(() => world.close());

async function start(who: Caller): Promise<string> {
  const { data: nest } = await who.mutate<NestView>('nests.create', NEST);
  return (await who.mutate<Accepted>('issuance.request', { nestId: nest.id, docType: 'REGISTRY' })).data
    .taskId;
}

const overdue = (taskId: string) =>
  world.db.query(
    `UPDATE task SET pending_at = pending_at - interval '6 minutes', deadline_at = deadline_at - interval '6 minutes' WHERE id = $1`,
    [taskId],
  );

describe('tasks', () => {
  it('get shows the task and its steps to its owner and to operators, and to nobody else', async () => {
    const taskId = await start(tenant);
    for (const who of [tenant, operator]) {
      const { data } = await who.query<{ task: TaskView; steps: unknown[]; serverNow: string }>('tasks.get', {
        taskId,
      });
      expect(data).toMatchObject({ task: { id: taskId, status: 'PENDING', attempt: 0 }, steps: [] });
      expect(data.serverNow).toBeTruthy();
    }
    const answer = await stranger.query('tasks.get', { taskId });
    expect([answer.status, answer.error.data.reason]).toEqual([404, 'NOT_FOUND']);
  });

  it('list filters own tasks and never shows another person’s, whatever the role', async () => {
    const who = await world.person('operator');
    const [kept, cancelled] = [await start(who), await start(who)];
    await who.mutate('tasks.cancel', { taskId: cancelled });
    const ids = async (filter: object) =>
      (await who.query<{ items: TaskView[] }>('tasks.list', filter)).data.items.map(({ id }) => id);
    expect(await ids({})).toEqual([cancelled, kept]);
    expect(await ids({ status: 'PENDING' })).toEqual([kept]);
    expect(await ids({ kind: 'ocr' })).toEqual([]);
  });

  it.each(['tasks.get', 'tasks.list'])(
    '%s settles an own task that is over its limit first',
    async (path) => {
      const who = await world.person();
      const taskId = await start(who);
      await overdue(taskId);
      const { data } = await who.query<{ task: TaskView } & { items: TaskView[] }>(
        path,
        path === 'tasks.get' ? { taskId } : {},
      );
      const seen = path === 'tasks.get' ? data.task : data.items[0];
      expect(seen).toMatchObject({ id: taskId, status: 'FAILED', errorCode: 'STALE_PENDING' });
    },
  );

  it('cancel ends a waiting task once; afterwards it is settled', async () => {
    const taskId = await start(tenant);
    const cancelled = await tenant.mutate<TaskView>('tasks.cancel', { taskId });
    expect(cancelled.status).toBe(200);
    expect(cancelled.data).toMatchObject({ status: 'FAILED', errorCode: 'CANCELLED', retryable: true });
    const again = await tenant.mutate('tasks.cancel', { taskId });
    expect([again.status, again.error.data.reason]).toEqual([409, 'ALREADY_RESOLVED']);
  });

  it('cancel is for the owner and for operators', async () => {
    const taskId = await start(tenant);
    expect((await stranger.mutate('tasks.cancel', { taskId })).status).toBe(404);
    expect((await operator.mutate('tasks.cancel', { taskId })).status).toBe(200);
  });
});

describe('ops.sweep', () => {
  it('settles what is overdue and tells how much, to operators only', async () => {
    const taskId = await start(tenant);
    await overdue(taskId);
    const refused = await tenant.mutate('ops.sweep');
    expect([refused.status, refused.error.data.reason]).toEqual([403, 'FORBIDDEN']);
    const { data } = await operator.mutate<{ settled: number }>('ops.sweep');
    expect(data.settled).toBeGreaterThanOrEqual(1);
    const { rows } = await world.db.query('SELECT status, error_code FROM task WHERE id = $1', [taskId]);
    expect(rows).toEqual([{ status: 'FAILED', error_code: 'STALE_PENDING' }]);
  });
});
