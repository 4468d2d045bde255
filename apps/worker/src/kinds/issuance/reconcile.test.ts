import type { TaskView } from '@dungji/contracts';
import { cancelTask, findTask, resolveOutcome } from '@dungji/db';
import { userIn } from '@dungji/db/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Chromium, openChromium } from '../../browser/chromium.ts';
import { sweepOpenSteps } from '../../maintenance/open-steps.ts';
import { Tally } from '../../maintenance/tally.ts';
import { TaskFailure } from '../../task-failure.ts';
import { testEnv } from '../../testing/env.ts';
import { ledgerOf, type Outside, openOutside, openWorld, silent, type World } from '../../testing/world.ts';
import { openIrosPortal } from './iros-portal.ts';
import type { Portal, PortalSession } from './portal.ts';
import { askPortal } from './reconcile.ts';
import { issuanceRunner } from './run.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: World;
let outside: Outside;
let chromium: Chromium;
let portal: Portal;
beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
  const pageTimeoutMs = 20_000;
  chromium = openChromium({
    executablePath: testEnv.chromiumPath,
    actionTimeoutMs: pageTimeoutMs,
    navigationTimeoutMs: pageTimeoutMs,
  });
  portal = openIrosPortal({
    chromium,
    url: outside.portalUrl,
    user: 'dungji',
    password: 'dungji-portal',
    pageTimeoutMs,
  });
});
afterAll(async () => {
  await chromium?.close();
  await Promise.all([world?.close(), outside?.close()]);
});

/** The line breaks at the payment, before or after the money was taken, and cannot be asked afterwards. */
const breaksAtPayment = (isPaid: boolean): Portal => ({
  async open(signal): Promise<PortalSession> {
    const session = await portal.open(signal);
    const broken = async () => {
      throw new TaskFailure('PORTAL_DOWN');
    };
    const pay = async (orderNo: string) => {
      if (isPaid) await session.pay(orderNo);
      return broken();
    };
    return { ...session, pay, look: broken };
  },
});

/** Whoever asks what became of a payment asks before it is booked. */
const asksTooEarly: Portal = {
  open: async (signal) => ({ ...(await portal.open(signal)), look: async () => 'UNPAID' }),
};

const issuance = (through: Portal) =>
  issuanceRunner({
    db: world.db,
    storage: world.storage,
    limits: world.limits,
    portal: through,
    ledger: ledgerOf(outside),
    onAccepted: world.dispatch,
  });

/** One attempt that breaks at its payment; the task then waits for the next one. */
async function brokenOff(detailAddress: string, isPaid: boolean): Promise<TaskView> {
  const task = await world.pendingIssuance(detailAddress);
  await world
    .openRunner({ issuance: issuance(breaksAtPayment(isPaid)) })
    .run({ taskId: task.id, attempt: 1 });
  expect(await payStep(task)).toMatchObject({ status: 'STARTED', output: { orderNo: expect.any(String) } });
  return task;
}

async function cancelled(detailAddress: string, isPaid: boolean): Promise<TaskView> {
  const task = await brokenOff(detailAddress, isPaid);
  const operator = await userIn(world.db, 'operator');
  await cancelTask(world.db, { taskId: task.id, by: { userId: operator, role: 'operator' } });
  return task;
}

const payStep = async (task: TaskView) =>
  (await world.steps(task.id)).find((step) => step.name === 'pay') ?? null;

const sweepSteps = (askOutside: Portal = portal) =>
  sweepOpenSteps(
    { ...world, log: silent, askOutside: { issuance: askPortal(askOutside) } },
    new Tally(silent),
  );

const later = (minutes: number) =>
  world.db.query(
    `WITH older AS (UPDATE task SET settled_at = settled_at - $1::integer * interval '1 minute' WHERE settled_at IS NOT NULL)
     UPDATE task_step SET reconcile_at = reconcile_at - $1::integer * interval '1 minute'`,
    [minutes],
  );

describe('a payment left open by a task that ended', () => {
  it('is found in the purchase list and put on record; the task’s end stands', async () => {
    const task = await cancelled('101동 101호', true);
    await sweepSteps();
    const [purchase] = await outside.purchasesOf('101동 101호');
    expect(await payStep(task)).toMatchObject({ status: 'DONE', output: { orderNo: purchase?.orderNo } });
    expect(await world.find(task.id)).toMatchObject({ status: 'FAILED', errorCode: 'CANCELLED' });
  });

  it('that the portal does not know stays open until no frozen worker can pay it any more', async () => {
    const task = await cancelled('101동 102호', false);
    await sweepSteps();
    await later(2);
    await sweepSteps();
    expect(await payStep(task)).toMatchObject({ status: 'STARTED' });
    await later(9);
    await sweepSteps();
    expect(await payStep(task)).toMatchObject({ status: 'PENDING', startedAt: null });
  });

  it('is asked about again later when the portal cannot tell', async () => {
    const task = await cancelled('101동 103호', true);
    await sweepSteps(breaksAtPayment(true));
    await sweepSteps();
    expect(await payStep(task)).toMatchObject({ status: 'STARTED' });
    await later(2);
    await sweepSteps();
    expect(await payStep(task)).toMatchObject({ status: 'DONE' });
  });
});

describe('money that is booked after the line broke', () => {
  const isBooked = (detailAddress: string) =>
    expect.poll(() => outside.purchasesOf(detailAddress), { timeout: 10_000 }).toHaveLength(1);

  it('is found by the next attempt, which pays no second time', async () => {
    const detailAddress = '101동 301호 [pay-late=3000]';
    const task = await world.pendingIssuance(detailAddress);
    await world.openRunner({ issuance: issuance(asksTooEarly) }).run({ taskId: task.id, attempt: 1 });
    expect(await payStep(task)).toMatchObject({ status: 'STARTED' });
    await isBooked(detailAddress);
    await world.openRunner({ issuance: issuance(portal) }).run({ taskId: task.id, attempt: 2 });
    expect(await world.find(task.id)).toMatchObject({ status: 'SUCCESS' });
    expect(await outside.purchasesOf(detailAddress)).toMatchObject([{ times: 1 }]);
  });

  it('after the last attempt is put on record by the sweep', async () => {
    const detailAddress = '101동 302호 [pay-late=3000]';
    const task = await world.pendingIssuance(detailAddress);
    await world.db.query(
      `UPDATE task SET status = 'PROCESSING', attempt = 2, started_at = now(), next_retry_at = now(),
         last_error_code = 'PORTAL_DOWN', last_attempt_at = now() WHERE id = $1`,
      [task.id],
    );
    await world.openRunner({ issuance: issuance(asksTooEarly) }).run({ taskId: task.id, attempt: 3 });
    expect(await world.find(task.id)).toMatchObject({ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' });
    expect(await payStep(task)).toMatchObject({ status: 'STARTED' });
    await isBooked(detailAddress);
    await sweepSteps();
    const [purchase] = await outside.purchasesOf(detailAddress);
    expect(await payStep(task)).toMatchObject({ status: 'DONE', output: { orderNo: purchase?.orderNo } });
  });
});

describe('a task in doubt that an operator decided', () => {
  it.each([
    [true, '101동 201호'],
    [false, '101동 202호'],
  ])('(it happened: %s) goes on to its document with one payment', async (happened, detailAddress) => {
    const task = await brokenOff(detailAddress, happened);
    await world.db.query(
      `UPDATE task SET status = 'FAILED', error_code = 'OUTCOME_UNKNOWN', settled_at = now(), deadline_at = NULL,
         next_retry_at = NULL, job_id = NULL WHERE id = $1`,
      [task.id],
    );
    const operatorId = await userIn(world.db, 'operator');
    const { limits } = world;
    await resolveOutcome(world.db, { taskId: task.id, happened, note: '확인함', operatorId, limits });
    await world.openRunner({ issuance: issuance(portal) }).run({ taskId: task.id, attempt: 2 });
    expect(await findTask(world.db, { taskId: task.id, userId: null })).toMatchObject({
      status: 'SUCCESS',
      attempt: 2,
    });
    expect(await outside.purchasesOf(detailAddress)).toMatchObject([{ times: 1 }]);
  });
});
