import {
  type Accepted,
  type NestView,
  type OperatorActionView,
  type OperatorTask,
  type OverviewView,
  type TaskTimeline,
  type TaskView,
  UserId,
} from '@dungji/contracts';
import { taskIn } from '@dungji/db/testing';
import { openQueues, type QueueCounts, startHeartbeat, type WorkerBeat } from '@dungji/redis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiWorld, type Caller, callerOf, NEST, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
let operator: Caller;
let admin: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  [tenant, operator, admin] = [
    await world.person(),
    await world.person('operator'),
    await world.person('admin'),
  ];
});
afterAll(() => world.close());

const inDoubt = async () => (await taskIn(world.db, 'IN_DOUBT')).task;
const decide = (who: Caller, taskId: string, happened = true) =>
  who.mutate<TaskView>('ops.resolveOutcome', { taskId, happened, note: '구매 내역 확인' });
const audit = async (filter: object = {}) =>
  (await operator.query<{ items: OperatorActionView[] }>('ops.audit', filter)).data.items;
const hasJob = async (jobId: string) => {
  const queues = openQueues({
    url: world.env.REDIS_URL,
    prefix: world.env.REDIS_PREFIX,
    dispatchTimeoutMs: 1_500,
  });
  await queues.ready(2_000);
  const found = await queues.hasJob('issuance', jobId);
  await queues.close();
  return found;
};

describe('what operators may do', () => {
  it('is forbidden to members and unknown to nobody, procedure by procedure', async () => {
    const taskId = (await inDoubt()).id;
    const calls: [string, 'query' | 'mutate', unknown?][] = [
      ['ops.workers', 'query'],
      ['ops.queues', 'query'],
      ['ops.overview', 'query'],
      ['ops.tasks', 'query', {}],
      ['ops.timeline', 'query', { taskId }],
      ['ops.sweeps', 'query', {}],
      ['ops.audit', 'query', {}],
      ['ops.sweep', 'mutate'],
      ['ops.screenshot', 'mutate', { taskId }],
      ['ops.resolveOutcome', 'mutate', { taskId, happened: true, note: 'x' }],
    ];
    for (const [path, verb, input] of calls) {
      const refused = await tenant[verb](path, input);
      expect([path, refused.status, refused.error.data.reason]).toEqual([path, 403, 'FORBIDDEN']);
      expect([path, (await world.nobody[verb](path, input)).status]).toEqual([path, 401]);
    }
    expect(await audit()).toEqual([]);
  });
});

describe('ops.resolveOutcome', () => {
  it('lets the task go on at once, queued for its next attempt, and puts the decision on record', async () => {
    const task = await inDoubt();
    const { status, data } = await decide(operator, task.id);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: task.id,
      status: 'PENDING',
      attempt: 1,
      lastErrorCode: 'OUTCOME_UNKNOWN',
    });
    expect(await hasJob(`${task.id}-2`)).toBe(true);
    expect(await audit({ taskId: task.id })).toMatchObject([
      {
        action: 'outcome.resolved',
        operatorId: operator.userId,
        operatorEmail: operator.email,
        note: '구매 내역 확인',
        detail: { happened: true },
      },
    ]);
  });

  it('of two operators at once lets one decide; the other hears that it is decided', async () => {
    const task = await inDoubt();
    const answers = await Promise.all([decide(operator, task.id, true), decide(admin, task.id, false)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error.data.reason).toBe('ALREADY_RESOLVED');
    expect(await audit({ taskId: task.id })).toHaveLength(1);
  });

  it('is refused with ACTIVE_TASKS while another task does the same, and with NOT_FOUND for no task', async () => {
    const { data: nest } = await tenant.mutate<NestView>('nests.create', NEST);
    const { task } = await taskIn(world.db, 'IN_DOUBT', {
      user_id: UserId.parse(tenant.userId),
      nest_id: nest.id,
    });
    const { data: accepted } = await tenant.mutate<Accepted>('issuance.request', {
      nestId: nest.id,
      docType: 'REGISTRY',
    });
    expect(accepted.reused).toBe(false);
    const taken = await decide(operator, task.id);
    expect([taken.status, taken.error.data.reason]).toEqual([409, 'ACTIVE_TASKS']);
    const unknown = await decide(operator, 'tsk_01JZZZZZZZZZZZZZZZZZZZZZZZ');
    expect([unknown.status, unknown.error.data.reason]).toEqual([404, 'NOT_FOUND']);
  });

  it('needs a reason', async () => {
    const task = await inDoubt();
    const answer = await operator.mutate('ops.resolveOutcome', {
      taskId: task.id,
      happened: true,
      note: ' ',
    });
    expect([answer.status, Object.keys(answer.error.data.fieldErrors ?? {})]).toEqual([400, ['note']]);
  });

  it('stands while Redis is away: the sweep queues the task later', async () => {
    const away = await world.another({ REDIS_URL: 'redis://127.0.0.1:9' });
    const task = await inDoubt();
    const { data } = await decide(callerOf(away.url, operator.headers), task.id);
    expect(data).toMatchObject({ status: 'PENDING' });
  });
});

describe('looking at what goes on', () => {
  it('shows workers by their heartbeats, and queues with what waits in them', async () => {
    const heart = startHeartbeat({
      url: world.env.REDIS_URL,
      prefix: world.env.REDIS_PREFIX,
      workerId: 'worker-9',
      bootId: 'boot-9',
      queues: ['issuance'],
      version: '0',
      intervalMs: 1_000,
      ttlMs: 5_000,
      current: () => ({ taskIds: ['tsk_1'], consuming: true }),
    });
    const workers = await vi.waitFor(async () => {
      const { data } = await operator.query<WorkerBeat[]>('ops.workers');
      expect(data).toHaveLength(1);
      return data;
    });
    expect(workers[0]).toMatchObject({
      workerId: 'worker-9',
      bootId: 'boot-9',
      status: 'busy',
      queues: ['issuance'],
      currentTaskIds: ['tsk_1'],
      consuming: true,
      lastHeartbeatAt: expect.any(String),
    });
    await heart.close();
    const { data: queues } = await operator.query<QueueCounts[]>('ops.queues');
    expect(queues.map(({ queue }) => queue)).toEqual([
      'issuance',
      'ocr',
      'approval',
      'generation',
      'maintenance',
    ]);
    expect(queues[0]?.waiting).toBeGreaterThan(0);
    expect(queues[0]?.oldestWaitingSince).toBeTruthy();
  });

  it('says which part is down when Redis is away, while the rest answers', async () => {
    const away = callerOf((await world.another({ REDIS_URL: 'redis://127.0.0.1:9' })).url, operator.headers);
    for (const path of ['ops.workers', 'ops.queues']) {
      const answer = await away.query(path);
      expect([answer.status, answer.error.data.reason]).toEqual([503, 'DEPENDENCY_DOWN']);
    }
    expect((await away.query('ops.overview')).status).toBe(200);
  });

  it('counts in the overview and in the metrics alike', async () => {
    const { data } = await operator.query<OverviewView & { serverNow: string }>('ops.overview');
    expect(data.inDoubt).toBeGreaterThan(0);
    expect(data.serverNow).toBeTruthy();
    const metrics = await (await fetch(`${world.api.url}/metrics`)).text();
    expect(metrics).toContain('dungji_up{dependency="database"} 1');
    expect(metrics).toContain('dungji_up{dependency="redis"} 1');
    expect(metrics).toContain(`dungji_tasks_in_doubt ${data.inDoubt}\n`);
    const pending = data.active.find(({ status }) => status === 'PENDING')?.count;
    expect(metrics).toContain(`dungji_tasks_active{kind="issuance",status="PENDING"} ${pending}\n`);
    expect(metrics).toMatch(/dungji_queue_jobs\{queue="issuance",state="waiting"\} [1-9]/);
  });

  it('finds everybody’s tasks by filter, page by page', async () => {
    const doubted = await inDoubt();
    const page = await operator.query<{ items: OperatorTask[]; nextCursor: string }>('ops.tasks', {
      inDoubt: true,
      limit: 1,
    });
    expect(page.data.items).toMatchObject([{ id: doubted.id, userId: expect.stringMatching(/^usr_/) }]);
    const next = await operator.query<{ items: OperatorTask[] }>('ops.tasks', {
      inDoubt: true,
      limit: 100,
      cursor: page.data.nextCursor,
    });
    expect(next.data.items.map(({ id }) => id)).not.toContain(doubted.id);
    const bad = await operator.query('ops.tasks', { status: 'STUCK' });
    expect(bad.status).toBe(400);
  });

  it('tells the whole story of a task', async () => {
    const task = await inDoubt();
    await decide(operator, task.id, false);
    const { data } = await operator.query<TaskTimeline>('ops.timeline', { taskId: task.id });
    expect(data).toMatchObject({
      task: { id: task.id, status: 'PENDING' },
      events: [{ type: 'task.accepted', status: 'PENDING' }],
      actions: [{ action: 'outcome.resolved', operatorEmail: operator.email }],
    });
    expect((await operator.query('ops.timeline', { taskId: 'tsk_01JZZZZZZZZZZZZZZZZZZZZZZZ' })).status).toBe(
      404,
    );
  });
});

describe('the record', () => {
  it('has an operator’s cancel of somebody’s task', async () => {
    const { task } = await taskIn(world.db, 'PENDING');
    await operator.mutate('tasks.cancel', { taskId: task.id });
    expect(await audit({ taskId: task.id })).toMatchObject([{ action: 'task.cancelled' }]);
  });

  it('has what an admin changes on the queue board, and not what they look at there', async () => {
    const board = `${world.api.url}/admin/queues/api/queues`;
    const headers = { ...admin.headers, origin: world.env.PUBLIC_URL };
    expect((await fetch(board, { headers })).status).toBe(200);
    const before = await audit({ action: 'queue.changed' });
    expect((await fetch(`${board}/ocr/pause`, { method: 'PUT', headers })).status).toBe(200);
    expect((await fetch(`${board}/ocr/resume`, { method: 'PUT', headers })).status).toBe(200);
    const after = await audit({ action: 'queue.changed' });
    expect(before).toEqual([]);
    expect(after.map(({ detail }) => detail.path)).toEqual([
      '/api/queues/ocr/resume',
      '/api/queues/ocr/pause',
    ]);
  });
});
