import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TaskView } from '@dungji/contracts';
import { cancelTask, findDocument, findOrphanObjects, listArtefacts } from '@dungji/db';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Chromium, openChromium } from '../../browser/chromium.ts';
import { checkOwnership } from '../../ownership.ts';
import { TaskFailure } from '../../task-failure.ts';
import { testEnv } from '../../testing/env.ts';
import {
  ledgerOf,
  type Outside,
  openOutside,
  openTestStorage,
  openWorld,
  type World,
} from '../../testing/world.ts';
import { openIrosPortal } from './iros-portal.ts';
import type { Portal, PortalSession } from './portal.ts';
import { issuanceRunner } from './run.ts';

// A cold Chromium on a busy machine is slow, and some of these issue twice.
vi.setConfig({ testTimeout: 60_000 });

let world: World;
let outside: Outside;
let chromium: Chromium;
/** Generous: a busy machine must not look like a portal that is down. */
const PAGE_TIMEOUT_MS = 20_000;
/** Where the portal is meant to be too slow. */
const SHORT_PAGE_TIMEOUT_MS = 3_000;

beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
  chromium = openChromium({
    executablePath: testEnv.chromiumPath,
    actionTimeoutMs: PAGE_TIMEOUT_MS,
    navigationTimeoutMs: PAGE_TIMEOUT_MS,
  });
});
afterAll(async () => {
  await chromium?.close();
  await Promise.all([world?.close(), outside?.close()]);
});

const openPortal = (pageTimeoutMs = PAGE_TIMEOUT_MS, url = outside.portalUrl): Portal =>
  openIrosPortal({
    chromium,
    url,
    user: 'dungji',
    password: 'dungji-portal',
    pageTimeoutMs,
  });

/** The portal, but nothing bought there can be fetched. */
async function openWithoutDownloads(signal: AbortSignal): Promise<PortalSession> {
  const session = await openPortal().open(signal);
  const download = async () => {
    throw new TaskFailure('AUTOMATION_FAILED');
  };
  return { ...session, download };
}

function openIssuance(tools: { readonly storage?: World['storage']; readonly portal?: Portal } = {}) {
  const issuance = issuanceRunner({
    db: world.db,
    storage: tools.storage ?? world.storage,
    limits: world.limits,
    portal: tools.portal ?? openPortal(),
    ledger: ledgerOf(outside),
    onAccepted: world.dispatch,
  });
  return world.openRunner({ issuance });
}

/** Runs attempt after attempt until the task is settled, as its jobs would. */
async function issue(detailAddress: string, tools?: Parameters<typeof openIssuance>[0]): Promise<TaskView> {
  const task = await world.pendingIssuance(detailAddress);
  return finish(task, tools);
}

async function finish(task: TaskView, tools?: Parameters<typeof openIssuance>[0]): Promise<TaskView> {
  const { run } = openIssuance(tools);
  for (;;) {
    const { status, attempt } = await world.find(task.id);
    if (status === 'SUCCESS' || status === 'FAILED') return world.find(task.id);
    await run({ taskId: task.id, attempt: attempt + 1 });
  }
}

const unit = (name: string, tokens = '') => `${name}동 302호 ${tokens}`.trim();

describe('an issuance', () => {
  it('buys the one right register, stores it, and accepts its reading', async () => {
    const detailAddress = unit('101');
    const task = await issue(detailAddress);
    expect(task).toMatchObject({ status: 'SUCCESS', errorCode: null, attempt: 1 });
    const [purchase, ...others] = await outside.purchasesOf(detailAddress);
    expect(others).toEqual([]);
    expect(purchase).toMatchObject({
      times: 1,
      record: expect.stringMatching(/제101동 제3층 제302호$/),
      variant: 'WITH_CANCELLED',
    });

    if (task.documentId === null) throw new Error('no document');
    const stored = await findDocument(world.db, { documentId: task.documentId, userId: null });
    if (stored === null) throw new Error('no stored document');
    const bytes = await world.storage.get(stored.objectKey, 20_000_000);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(stored.document.sha256);
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(stored.document).toMatchObject({ docType: 'REGISTRY', source: 'ISSUED', analysis: 'PENDING' });

    const reading = task.result?.ocrTaskId;
    expect(await world.queues.hasJob('ocr', `${reading}-1`)).toBe(true);
    expect((await world.steps(task.id)).map((step) => [step.name, step.status])).toEqual([
      ['search', 'DONE'],
      ['choose', 'DONE'],
      ['pay', 'DONE'],
      ['download', 'DONE'],
      ['upload', 'DONE'],
    ]);
    expect(task.progress).toEqual({ done: 5, total: 6, label: 'save' });
  });

  it('of a house takes the register of the building', async () => {
    const task = await issue('[house-1]');
    expect(task.status).toBe('SUCCESS');
    expect((await outside.purchasesOf('[house-1]'))[0]).toMatchObject({
      record: expect.stringMatching(/^\[건물\]/),
    });
  });

  it.each([
    ['survives slow pages', '[slow=300]', 'SUCCESS', null, 1],
    ['is tried again while the portal fails to load', '[load-fail=2]', 'SUCCESS', null, 3],
    ['gives up after three attempts', '[load-fail=9]', 'FAILED', 'PORTAL_DOWN', 3],
    ['ends at once when there is no such address', '[not-found]', 'FAILED', 'ADDRESS_NOT_FOUND', 1],
    ['never pays again what is paid for elsewhere', '[duplicate-payment]', 'FAILED', 'DUPLICATE_PAYMENT', 1],
    ['refuses an empty file', '[empty-pdf]', 'FAILED', 'UNREADABLE_DOCUMENT', 1],
    ['logs in again when its session ends', '[session-expired]', 'SUCCESS', null, 1],
    ['takes an image-only document as well', '[scan]', 'SUCCESS', null, 1],
  ] as const)('%s', async (_title, token, status, errorCode, attempt) => {
    const detailAddress = unit('201', token);
    const task = await issue(detailAddress);
    expect(task).toMatchObject({ status, errorCode, attempt });
    const purchases = await outside.purchasesOf(detailAddress);
    expect(purchases.map((purchase) => purchase.times)).toEqual(
      status === 'SUCCESS' || token === '[empty-pdf]' ? [1] : [],
    );
  });

  it('keeps a picture and a trace when it failed for good, and none when it did not', async () => {
    const failed = await issue(unit('301', '[not-found]'));
    const kept = await listArtefacts(world.db, failed.id);
    const bytesOf = (purpose: string) =>
      world.storage.get(kept.find((artefact) => artefact.purpose === purpose)?.key ?? '', 20_000_000);
    expect(Buffer.from((await bytesOf('screenshot')).subarray(1, 4)).toString()).toBe('PNG');
    const trace = Buffer.from(await bytesOf('trace'));
    expect(trace.subarray(0, 2).toString()).toBe('PK');
    // Names of the entries stand in the clear.
    expect(trace.includes('trace.trace')).toBe(true);
    const retried = await issue(unit('301', '[load-fail=1]'));
    expect(await listArtefacts(world.db, retried.id)).toEqual([]);
  });

  it('that hangs is given up as PORTAL_DOWN, page by page bounded', async () => {
    const task = await world.pendingIssuance(unit('302', '[hang]'));
    const { run } = openIssuance({ portal: openPortal(SHORT_PAGE_TIMEOUT_MS) });
    const startedAt = performance.now();
    await run({ taskId: task.id, attempt: 1 });
    expect(performance.now() - startedAt).toBeLessThan(PAGE_TIMEOUT_MS);
    expect(await world.find(task.id)).toMatchObject({
      status: 'PROCESSING',
      lastErrorCode: 'PORTAL_DOWN',
      attempt: 1,
    });
    expect(await world.queues.hasJob('issuance', `${task.id}-2`)).toBe(true);
  });

  it('comes back when a busy portal asks it to', async () => {
    const portal = createServer((_request, response) =>
      response.writeHead(503, { 'retry-after': '90' }).end('busy'),
    );
    await once(portal.listen(0, '127.0.0.1'), 'listening');
    const { port } = portal.address() as AddressInfo;
    const task = await world.pendingIssuance(unit('304'));
    const { run } = openIssuance({ portal: openPortal(PAGE_TIMEOUT_MS, `http://127.0.0.1:${port}`) });
    await run({ taskId: task.id, attempt: 1 });
    portal.close();
    const { nextRetryAt, lastErrorCode } = await world.find(task.id);
    expect(lastErrorCode).toBe('PORTAL_DOWN');
    const waitsMs = Date.parse(nextRetryAt ?? '') - Date.now();
    expect(waitsMs).toBeGreaterThan(60_000);
    expect(waitsMs).toBeLessThanOrEqual(90_000);
  });

  it('stops within seconds of a cancel, and leaves no page open', async () => {
    const task = await world.pendingIssuance(unit('303', '[hang]'));
    const { run, running } = openIssuance();
    const attempt = run({ taskId: task.id, attempt: 1 });
    await vi.waitFor(async () => expect((await world.find(task.id)).progress?.label).toBe('search'), 5_000);
    const { userId } = (
      await world.db.query<{ userId: string }>('SELECT user_id AS "userId" FROM task WHERE id = $1', [
        task.id,
      ])
    ).rows[0] ?? { userId: '' };
    await cancelTask(world.db, { taskId: task.id, by: { userId: userId as never, role: 'member' } });
    await checkOwnership(world.db, running);
    await attempt;
    expect(await world.find(task.id)).toMatchObject({ status: 'FAILED', errorCode: 'CANCELLED' });
    expect(running.all()).toEqual([]);
  });
});

describe('money', () => {
  it('is taken once when the connection drops in the middle of the payment', async () => {
    const detailAddress = unit('401', '[pay-then-crash]');
    const task = await issue(detailAddress);
    expect(task.status).toBe('SUCCESS');
    expect((await outside.purchasesOf(detailAddress)).map((purchase) => purchase.times)).toEqual([1]);
  });

  it('is taken once when the answer to the payment comes too late', async () => {
    const detailAddress = unit('402', `[pay-slow=${2 * SHORT_PAGE_TIMEOUT_MS}]`);
    const task = await issue(detailAddress, { portal: openPortal(SHORT_PAGE_TIMEOUT_MS) });
    expect(task.status).toBe('SUCCESS');
    expect((await outside.purchasesOf(detailAddress)).map((purchase) => purchase.times)).toEqual([1]);
  });

  it('is not spent again while a bought certificate lies unused', async () => {
    const detailAddress = unit('403');
    const failed = await issue(detailAddress, { portal: { open: openWithoutDownloads } });
    expect(failed).toMatchObject({ status: 'FAILED', errorCode: 'AUTOMATION_FAILED' });
    expect(await outside.purchasesOf(detailAddress)).toMatchObject([{ times: 1, state: 'UNUSED' }]);
    expect((await issue(detailAddress)).status).toBe('SUCCESS');
    expect(await outside.purchasesOf(detailAddress)).toMatchObject([{ times: 1, state: 'REVIEWABLE' }]);
  });

  it('is not spent again for what a failed task could not store in three attempts, and is for what was delivered', async () => {
    const detailAddress = unit('405');
    const storage = openTestStorage('http://127.0.0.1:9');
    const failed = await issue(detailAddress, { storage });
    storage.close();
    expect(failed).toMatchObject({ status: 'FAILED', errorCode: 'UPLOAD_FAILED', attempt: 3 });
    expect(await outside.purchasesOf(detailAddress)).toMatchObject([{ times: 1, state: 'REVIEWABLE' }]);
    expect((await issue(detailAddress)).status).toBe('SUCCESS');
    expect(await outside.purchasesOf(detailAddress)).toHaveLength(1);
    expect((await issue(detailAddress)).status).toBe('SUCCESS');
    expect((await outside.purchasesOf(detailAddress)).map((purchase) => purchase.times)).toEqual([1, 1]);
  });

  it('buys two tenants of one home their document at the same time', async () => {
    const detailAddress = unit('404');
    const tasks = await Promise.all([issue(detailAddress), issue(detailAddress)]);
    expect(tasks.map((task) => task.errorCode ?? task.status)).toEqual(['SUCCESS', 'SUCCESS']);
    for (const purchase of await outside.purchasesOf(detailAddress)) expect(purchase.times).toBe(1);
  });
});

/** Until the function that it answers is called. */
async function refuseDocuments(): Promise<() => Promise<unknown>> {
  await world.db.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON document FOR EACH ROW EXECUTE FUNCTION refuse()`);
  return () => world.db.query('DROP FUNCTION refuse CASCADE');
}

describe('a document that cannot be kept', () => {
  it('is fetched again and stored when the storage was away for an attempt, and paid for once', async () => {
    const detailAddress = unit('501');
    const task = await world.pendingIssuance(detailAddress);
    const away = openTestStorage('http://127.0.0.1:9');
    await openIssuance({ storage: away }).run({ taskId: task.id, attempt: 1 });
    away.close();
    expect(await world.find(task.id)).toMatchObject({
      status: 'PROCESSING',
      lastErrorCode: 'UPLOAD_FAILED',
      nextRetryAt: expect.any(String),
    });
    expect(await finish(task)).toMatchObject({ status: 'SUCCESS', attempt: 2 });
    expect((await outside.purchasesOf(detailAddress)).map((purchase) => purchase.times)).toEqual([1]);
  });

  it('is saved by the next attempt when the database did not take it at first, and paid for once', async () => {
    const detailAddress = unit('503');
    const task = await world.pendingIssuance(detailAddress);
    const accept = await refuseDocuments();
    await openIssuance().run({ taskId: task.id, attempt: 1 }).finally(accept);
    expect(await world.find(task.id)).toMatchObject({ status: 'PROCESSING', lastErrorCode: 'SAVE_FAILED' });
    expect(await finish(task)).toMatchObject({ status: 'SUCCESS', attempt: 2 });
    expect((await outside.purchasesOf(detailAddress)).map((purchase) => purchase.times)).toEqual([1]);
  });

  it('ends SAVE_FAILED when the database refuses it, and its object stays known until it is deleted', async () => {
    const accept = await refuseDocuments();
    const task = await issue(unit('502')).finally(accept);
    expect(task).toMatchObject({ status: 'FAILED', errorCode: 'SAVE_FAILED', attempt: 3, documentId: null });
    const orphans = await findOrphanObjects(world.db, {
      graceMs: 0,
      batch: 10,
      at: new Date(Date.now() + 1_000),
    });
    const objectKey = orphans.find((key) => key.includes(task.id));
    expect(await world.storage.head(objectKey ?? '')).not.toBeNull();
  });
});
