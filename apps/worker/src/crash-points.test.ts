import { once } from 'node:events';
import type { TaskView } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openChromium } from './browser/chromium.ts';
import { watchCrashPoints } from './crash-point.ts';
import { openIrosPortal } from './kinds/issuance/iros-portal.ts';
import { issuanceRunner } from './kinds/issuance/run.ts';
import { testEnv } from './testing/env.ts';
import { workerProcesses } from './testing/worker-process.ts';
import { ledgerOf, type Outside, openOutside, openWorld, type World } from './testing/world.ts';

/** Those where something outside has just changed; all of them are tried by the long tests. */
const SAMPLE = ['pay started', 'pay ran', 'upload put', 'save settled'];
/** Two at a time: there are two processors. */
const CRASHING_AT_ONCE = 2;
const SHORT = {
  HEARTBEAT_INTERVAL_MS: '2000',
  HEARTBEAT_TTL_MS: '6000',
  SWEEP_INTERVAL_MS: '1000',
  DISPATCH_TIMEOUT_MS: '500',
  RETRY_BACKOFF_MS: '100',
};
const TIMEOUT_MS = testEnv.isLong ? 1_200_000 : 300_000;

let world: World;
let outside: Outside;
let points: string[];
const workers = workerProcesses(
  () => world,
  () => outside,
);
const crashed = new Map<string, { readonly task: TaskView; readonly detailAddress: string }>();

/** The points that an issuance passes, as told by one that passes them all. */
async function pointsOfAnIssuance(): Promise<string[]> {
  const passed = new Set<string>();
  const chromium = openChromium({
    executablePath: testEnv.chromiumPath,
    actionTimeoutMs: 20_000,
    navigationTimeoutMs: 20_000,
  });
  const portal = openIrosPortal({
    chromium,
    url: outside.portalUrl,
    user: 'dungji',
    password: 'dungji-portal',
    pageTimeoutMs: 20_000,
  });
  const issuance = issuanceRunner({
    ...world,
    portal,
    ledger: ledgerOf(outside),
    onAccepted: world.dispatch,
  });
  const task = await world.pendingIssuance('100동 100호');
  watchCrashPoints((name) => void passed.add(name));
  await world.openRunner({ issuance }).run({ taskId: task.id, attempt: 1 });
  watchCrashPoints(null);
  await chromium.close();
  expect((await world.find(task.id)).status).toBe('SUCCESS');
  return [...passed];
}

/** Lets one worker die at that point of its first task. Its queue is its own, so that nobody else picks up its job. */
async function crashAt(point: string, number: number): Promise<void> {
  const detailAddress = `${number}동 1호`;
  const task = await world.pendingIssuance(detailAddress);
  // All these crashes take minutes, and what died before its claim waits for the end of them.
  await world.db.query(`UPDATE task SET deadline_at = now() + interval '1 hour' WHERE id = $1`, [task.id]);
  crashed.set(point, { task, detailAddress });
  const prefix = `${world.prefix}-${number}`;
  const queues = world.openQueues(prefix);
  await queues.ready(5_000);
  await queues.dispatch('issuance', { taskId: task.id, attempt: 1 });
  await queues.close();
  const worker = workers.spawn({ WORKER_ID: `worker-${number}`, REDIS_PREFIX: prefix, CRASH_POINT: point });
  const [, signal] = await once(worker, 'exit', { signal: AbortSignal.timeout(150_000) });
  expect(`${point}: ${signal}`).toBe(`${point}: SIGKILL`);
}

beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
  points = await pointsOfAnIssuance();
  const queue = (testEnv.isLong ? points : SAMPLE).map((point, index) => ({ point, number: 200 + index }));
  const crashOneAfterTheOther = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await crashAt(next.point, next.number);
  };
  await Promise.all(Array.from({ length: CRASHING_AT_ONCE }, crashOneAfterTheOther));
  // The one that comes after them, and finds only what Postgres knows.
  await workers.start({ ...SHORT, WORKER_ID: 'worker-1', WORKER_QUEUES: 'issuance,maintenance' });
}, TIMEOUT_MS);
afterAll(async () => {
  workers.killAll();
  await Promise.all([world?.close(), outside?.close()]);
});

describe('kill -9 at a named point of an issuance', () => {
  it('can be at every await after which something has changed', () => {
    expect(points).toEqual([
      'job taken',
      'claimed',
      'portal opened',
      'search started',
      'search reported',
      'search ran',
      'search finished',
      'choose started',
      'choose ran',
      'choose finished',
      'pay started',
      'pay ran',
      'pay finished',
      'download started',
      'download ran',
      'download finished',
      'upload started',
      'upload planned',
      'upload put',
      'upload ran',
      'upload finished',
      'save settled',
      'save dispatched',
      'closed',
    ]);
  });

  it(
    'costs time, never a second payment, a document or an object nobody knows of',
    async () => {
      for (const [point, { task, detailAddress }] of crashed) {
        await vi.waitFor(
          async () =>
            expect({ point, status: (await world.find(task.id)).status }).toEqual({
              point,
              status: 'SUCCESS',
            }),
          { timeout: 120_000, interval: 250 },
        );
        const purchases = await outside.purchasesOf(`${detailAddress}`);
        expect({ point, times: purchases.map((purchase) => purchase.times) }).toEqual({ point, times: [1] });
        const { rows: objects } = await world.db.query<{ key: string; named: boolean }>(
          `SELECT o.key, d.id IS NOT NULL AS named FROM stored_object o LEFT JOIN document d ON d.object_key = o.key
         WHERE o.task_id = $1`,
          [task.id],
        );
        const named = objects.filter((object) => object.named);
        expect(named).toHaveLength(1);
        expect(await world.storage.head(named[0]?.key ?? '')).not.toBeNull();
        const { rows: readings } = await world.db.query(
          `SELECT FROM task WHERE kind = 'ocr' AND document_id = (
        SELECT document_id FROM task WHERE id = $1)`,
          [task.id],
        );
        expect(readings).toHaveLength(1);
      }
    },
    TIMEOUT_MS,
  );
});
