import { once } from 'node:events';
import { ApprovalView, type ChangeEvent } from '@dungji/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiWorld, type Caller, callerOf, openApiWorld } from '../../api/src/testing/api-world.ts';
import { type OpenEvents, openEvents } from '../../api/src/testing/open-events.ts';
import { testEnv } from './testing/env.ts';
import { workerProcesses } from './testing/worker-process.ts';
import { type Outside, openOutside } from './testing/world.ts';

const NAMES = ['회고 모으기', '회고 병합', '프로필 다듬기', '프로필 저장'];
/** Every await of a run after which something has changed. */
const POINTS = [
  'job taken',
  'claimed',
  ...NAMES.flatMap((_, index) => ['started', 'ran', 'finished'].map((what) => `step ${index + 1} ${what}`)),
  'closed',
];
/** Those where something outside has just changed; all of them are tried by the long tests. */
const SAMPLE = ['step 1 ran', 'step 3 ran', 'step 4 finished'];
const tried = testEnv.isLong ? POINTS : SAMPLE;
const SHORT = {
  HEARTBEAT_INTERVAL_MS: '1500',
  HEARTBEAT_TTL_MS: '4500',
  SWEEP_INTERVAL_MS: '1000',
  DISPATCH_TIMEOUT_MS: '500',
  RETRY_BACKOFF_MS: '100',
};
const TIMEOUT_MS = testEnv.isLong ? 900_000 : 240_000;
const EXIT_MS = 120_000;
vi.setConfig({ testTimeout: TIMEOUT_MS, hookTimeout: 60_000 });

let world: ApiWorld;
let outside: Outside;
let operator: Caller;
let program: Caller;
let inbox: OpenEvents;
const workers = workerProcesses(
  () => ({ databaseUrl: world.databaseUrl, redisUrl: world.env.REDIS_URL, prefix: world.env.REDIS_PREFIX }),
  () => outside,
);
beforeAll(async () => {
  [world, outside] = await Promise.all([openApiWorld(), openOutside()]);
  operator = await world.person('operator');
  const tenant = await world.person();
  const { data } = await tenant.mutate<{ key: string }>('apiKeys.create', { name: 'agent' });
  program = callerOf(world.api.url, { 'x-api-key': data.key });
  inbox = await openEvents(world.api.url, operator.headers);
});
afterEach(() => workers.killAll());
afterAll(async () => {
  await inbox?.close();
  await Promise.all([world?.close(), outside?.close()]);
});

async function approvedCard(inputs: readonly object[] = NAMES.map(() => ({}))): Promise<string> {
  const steps = inputs.map((input, index) => ({ name: NAMES[index], action: 'sandbox.apply', input }));
  const { data } = await program.mutate<{ id: string }>('approvals.open', {
    title: '저녁 프로필 병합',
    steps,
  });
  const accepted = await operator.mutate('approvals.approve', { approvalId: data.id });
  expect(accepted).toMatchObject({ status: 202, data: { reused: false } });
  return data.id;
}

/** Lets a worker die at that point of the first task it takes. */
async function dieAt(point: string, number: number, queues = 'approval'): Promise<void> {
  const worker = workers.spawn({
    ...SHORT,
    WORKER_ID: `worker-${number}`,
    WORKER_QUEUES: queues,
    WORKER_CONCURRENCY: '1',
    CRASH_POINT: point,
  });
  const [, signal] = await once(worker, 'exit', { signal: AbortSignal.timeout(EXIT_MS) });
  expect(`${point}: ${signal}`).toBe(`${point}: SIGKILL`);
}
const startWorker = () =>
  workers.start({ ...SHORT, WORKER_ID: 'worker-last', WORKER_QUEUES: 'approval,maintenance' });

const told = (approvalId: string): ChangeEvent[] =>
  inbox.received.flatMap(({ event }) =>
    event.type !== 'snapshot' && event.approval?.id === approvalId ? [event] : [],
  );
const resolved = (approvalId: string) =>
  inbox.until(
    (event) => event.type === 'approval.resolved' && (event as ChangeEvent).approval?.id === approvalId,
    EXIT_MS,
  );
const get = async (approvalId: string) =>
  ApprovalView.parse((await program.query('approvals.get', { approvalId })).data);

/** Everything a card that was applied promises, whatever happened on the way. */
async function expectApplied(approvalId: string): Promise<void> {
  expect(await get(approvalId)).toMatchObject({
    status: 'APPLIED',
    task: { status: 'SUCCESS', result: { steps: 4 } },
    steps: NAMES.map((name) => ({ name, status: 'DONE' })),
  });
  const applications = await outside.applicationsOf(approvalId);
  expect(applications.map(({ idempotencyKey, times }) => [idempotencyKey, times])).toEqual(
    NAMES.map((_, index) => [`${approvalId}:${index + 1}`, 1]),
  );
  const versions = told(approvalId).map(({ approval }) => approval?.version ?? 0);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(told(approvalId).filter(({ type }) => type === 'approval.resolved')).toHaveLength(1);
  // Once resolved it stays away: no list of what is to be decided holds it, and a second click is refused.
  const { data } = await operator.query<{ items: ApprovalView[] }>('approvals.list', {
    status: 'ACTIONABLE',
  });
  expect(data.items.map(({ id }) => id)).not.toContain(approvalId);
  const again = await operator.mutate('approvals.approve', { approvalId });
  expect(again.error.data).toMatchObject({ reason: 'ALREADY_RESOLVED', decidedBy: operator.userId });
}

describe('kill -9 of the worker that runs a card', () => {
  it(`at ${tried.join(', ')}: the run goes on, and no step has its effect twice`, async () => {
    const cards: string[] = [];
    for (const _ of tried) cards.push(await approvedCard());
    for (const [index, point] of tried.entries()) await dieAt(point, index);
    // The one that comes after them, and finds only what Postgres knows.
    await startWorker();
    for (const card of cards) {
      await resolved(card);
      await expectApplied(card);
    }
    const interrupted = cards.filter((card) =>
      told(card).some(({ type }) => type === 'approval.interrupted'),
    );
    // All that were claimed by then; one that was settled or not yet claimed was not interrupted.
    expect(interrupted.length).toBeGreaterThanOrEqual(tried.length - 2);
  });

  if (testEnv.isLong) {
    it('after each of its steps, one worker after the other', async () => {
      const card = await approvedCard();
      for (const position of [1, 2, 3, 4])
        await dieAt(`step ${position} ran`, 100 + position, 'approval,maintenance');
      await startWorker();
      await resolved(card);
      await expectApplied(card);
      expect(told(card).filter(({ type }) => type === 'approval.interrupted')).toHaveLength(4);
    });
  }

  it('in a step that can never succeed: people are told, and nothing goes on for ever', async () => {
    const card = await approvedCard([{}, { reject: true }, {}, {}]);
    await dieAt('step 2 started', 200);
    await startWorker();
    const end = (await resolved(card)) as ChangeEvent;
    expect(end.approval).toMatchObject({
      status: 'FAILED',
      restorable: false,
      lastError: { code: 'STEP_REJECTED' },
      steps: [{ status: 'DONE' }, { status: 'FAILED' }, { status: 'PENDING' }, { status: 'PENDING' }],
    });
    const refused = await operator.mutate('approvals.approve', { approvalId: card });
    expect(refused).toMatchObject({ status: 409, error: { data: { restorable: false } } });
    const { data } = await operator.query<{ items: unknown[] }>('ops.tasks', {
      kind: 'approval',
      status: 'PROCESSING',
    });
    expect(data.items).toEqual([]);
  });
});
