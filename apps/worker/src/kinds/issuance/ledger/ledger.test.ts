import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { LedgerView, TaskView, UserId } from '@dungji/contracts';
import { cancelTask, findDocument, readLedgerRecord } from '@dungji/db';
import { readDocument } from '@dungji/documents';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeepEvidence } from '../../../evidence.ts';
import { describeError } from '../../../log.ts';
import { checkOwnership } from '../../../ownership.ts';
import { createRunner } from '../../../runner.ts';
import { trackRunningTasks } from '../../../running-tasks.ts';
import {
  ADDRESS,
  ledgerOf,
  type Outside,
  openOutside,
  openWorld,
  type World,
} from '../../../testing/world.ts';
import { ocrRunner } from '../../ocr/run.ts';
import type { Portal } from '../portal.ts';
import { issuanceRunner } from '../run.ts';
import { openBuildingHub } from './building-hub.ts';
import type { LedgerSource } from './ledger-source.ts';
import { plainKey } from './service-key.ts';

let world: World;
let outside: Outside;
beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
});
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
});

const noPortal: Portal = {
  open: () => Promise.reject(new Error('a ledger has nothing to do with the registry portal')),
};

const logLines: string[] = [];
const log = pino(
  { level: 'trace', serializers: { err: describeError } },
  new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk));
      done();
    },
  }),
);

function runnerOf(ledger: LedgerSource) {
  const { db, storage, limits, dispatch } = world;
  const issuance = issuanceRunner({ db, storage, limits, portal: noPortal, ledger, onAccepted: dispatch });
  const running = trackRunningTasks();
  const keepEvidence = createKeepEvidence(db, storage);
  const run = createRunner({
    db,
    workerId: 'worker-1',
    bootId: 'boot',
    limits,
    running,
    dispatch,
    keepEvidence,
    log,
    kinds: { issuance },
  });
  return { run, running };
}

/** Runs attempt after attempt until the task is settled, as its jobs would. */
async function issue(detailAddress: string, ledger = ledgerOf(outside), road = ADDRESS): Promise<TaskView> {
  const task = await world.pendingIssuance(detailAddress, road, 'LEDGER');
  const { run } = runnerOf(ledger);
  for (;;) {
    const { status, attempt } = await world.find(task.id);
    if (status === 'SUCCESS' || status === 'FAILED') return world.find(task.id);
    await run({ taskId: task.id, attempt: attempt + 1 });
  }
}

async function documentOf({ documentId }: TaskView) {
  if (documentId === null) throw new Error('no document');
  const stored = await findDocument(world.db, { documentId, userId: null });
  const record = await readLedgerRecord(world.db, documentId);
  if (stored === null || record === null) throw new Error('nothing stored');
  return { ...stored, record, bytes: await world.storage.get(stored.objectKey, 5_000_000) };
}

describe('a ledger', () => {
  it('is fetched, printed for people, stored with what the API said, and read next', async () => {
    const task = await issue('101동 302호');
    expect(task).toMatchObject({
      status: 'SUCCESS',
      attempt: 1,
      docType: 'LEDGER',
      progress: { done: 4, total: 5 },
    });
    const { document, record, bytes } = await documentOf(task);
    expect(document).toMatchObject({ docType: 'LEDGER', source: 'ISSUED', contentType: 'application/pdf' });
    expect(document.fileName).toMatch(/^건축물대장_\d{4}-\d\d-\d\d\.pdf$/);
    expect(record.title.mgmBldrgstPk).toMatch(/^\d{22}$/);
    expect(record.areas.map((row) => row.hoNm)).toEqual(['302호', '302호', '302호']);
    expect(record.prices?.map((row) => row.stdDay)).toHaveLength(7);
    expect(await world.find((task.result as { ocrTaskId: TaskView['id'] }).ocrTaskId)).toMatchObject({
      kind: 'ocr',
      documentId: document.id,
    });

    const read = await readDocument(bytes);
    expect(read.method).toBe('TEXT_LAYER');
    const letters = read.pages.join('').replace(/\s/gu, '');
    for (const word of [
      '집합건축물대장',
      record.title.mgmBldrgstPk && record.areas[0]?.mgmBldrgstPk,
      '302호',
      '㎡',
      '효력이없습니다',
      record.title.strctCdNm,
    ])
      expect(letters).toContain(word);
    expect(letters).not.toContain('위반건축물');
  });

  it('says that it breaks the law where a text says so, and never that it does not', async () => {
    const { record, bytes } = await documentOf(await issue('101동 302호 [ledger-violation]'));
    expect(record.title.etcPurps).toContain('위반건축물');
    const letters = (await readDocument(bytes)).pages.join('').replace(/\s/gu, '');
    expect(letters).toContain('집합건축물대장(표제부,전유부)위반건축물');
  });

  it('is known by what the API said, not by what its print leaves out', async () => {
    const violationOf = async (detail: string) => {
      const task = await issue(detail);
      const { ocrTaskId } = task.result as { ocrTaskId: TaskView['id'] };
      const { db, storage } = world;
      await world.openRunner({ ocr: ocrRunner({ db, storage }) }).run({ taskId: ocrTaskId, attempt: 1 });
      expect((await world.find(ocrTaskId)).status).toBe('SUCCESS');
      const { rows } = await db.query<{ ledger: LedgerView }>(
        'SELECT ledger FROM document_analysis WHERE document_id = $1',
        [task.documentId],
      );
      return rows[0]?.ledger;
    };
    expect(await violationOf('101동 302호')).toMatchObject({
      source: 'OPEN_API',
      unit: '101동 302호',
      violation: 'UNKNOWN',
      officialPrice: { baseDay: '2026-01-01' },
    });
    expect(await violationOf('101동 302호 [ledger-violation]')).toMatchObject({ violation: 'YES' });
  });

  it('of a house without units is that of its building', async () => {
    const { record } = await documentOf(await issue('', ledgerOf(outside), '서울특별시 둥지구 둥지로 20'));
    expect(record).toMatchObject({ title: { regstrGbCd: '1', mainAtchGbCd: '0' }, areas: [], prices: null });
  });

  it('is of the house that was meant, not of its neighbour', async () => {
    const lotOf = async (road: string) =>
      (await documentOf(await issue('', ledgerOf(outside), road))).record.lot;
    const [home, next] = [
      await lotOf('서울특별시 둥지구 둥지로 20'),
      await lotOf('서울특별시 둥지구 둥지로 20-1'),
    ];
    expect(home).not.toEqual(next);
  });

  it('comes as XML just as well', async () => {
    const { record } = await documentOf(await issue('101동 302호 [ledger-xml]'));
    expect(record.areas).toHaveLength(3);
  });

  it('reads all pages, though the service gives less than it is asked for', async () => {
    const before = await outside.ledgerCalls();
    await issue('101동 1502호');
    const after = await outside.ledgerCalls();
    const calls = (operation: string) => (after[operation] ?? 0) - (before[operation] ?? 0);
    expect([calls('getBrExposPubuseAreaInfo'), calls('getBrHsprcInfo')]).toEqual([2, 9]);
  });
});

describe('a ledger that cannot be had', () => {
  it.each(['application', 'quota', 'plain', 'html', 'busy'])(
    'for the moment (%s) is asked for three times',
    async (error) => {
      const task = await issue(`101동 302호 [ledger-error=${error}]`);
      expect(task).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN', attempt: 3, retryable: true });
    },
  );

  it('is had as soon as the trouble is over', async () => {
    const task = await issue('101동 302호 [ledger-error=html:1]');
    expect(task).toMatchObject({ status: 'SUCCESS', attempt: 2, lastErrorCode: 'PORTAL_DOWN' });
  });

  it.each([
    '[ledger-bad-key]',
    '[ledger-error=expired]',
    '[ledger-error=parameter]',
    '[ledger-error=withdrawn]',
    '[ledger-error=json]',
    '[ledger-error=flat]',
  ])('for our own fault (%s) is not asked for again', async (token) => {
    const task = await issue(`101동 302호 ${token}`);
    expect(task).toMatchObject({ status: 'FAILED', errorCode: 'AUTOMATION_FAILED', attempt: 1 });
  });

  it('because there is no such home says so, and is not asked for again', async () => {
    for (const [detail, road] of [
      ['101동 302호 [ledger-not-found]', ADDRESS],
      ['101동 302호', '서울특별시'],
    ] as const) {
      const task = await issue(detail, ledgerOf(outside), road);
      expect([detail, task]).toMatchObject([detail, { errorCode: 'ADDRESS_NOT_FOUND', attempt: 1 }]);
    }
  });

  it('while the service is down, or nothing listens there, ends PORTAL_DOWN', async () => {
    await outside.setFault('down', undefined, 'ledger');
    const down = await issue('101동 302호');
    await outside.setFault('ok', undefined, 'ledger');
    const nobody = await issue('101동 302호', ledgerOf({ ledgerUrl: 'http://127.0.0.1:9' }));
    for (const task of [down, nobody]) expect(task).toMatchObject({ errorCode: 'PORTAL_DOWN', attempt: 3 });
  });

  it('with an unknown key ends AUTOMATION_FAILED', async () => {
    expect(await issue('101동 302호', ledgerOf(outside, 'another'))).toMatchObject({
      errorCode: 'AUTOMATION_FAILED',
    });
  });

  it('is given up within moments when it is cancelled', async () => {
    const task = await world.pendingIssuance('101동 302호 [ledger-slow=60000]', ADDRESS, 'LEDGER');
    const { run, running } = runnerOf(ledgerOf(outside));
    const ran = run({ taskId: task.id, attempt: 1 });
    await expect.poll(() => running.all().length).toBe(1);
    await expect.poll(async () => (await world.find(task.id)).progress?.done, { timeout: 10_000 }).toBe(1);
    const { rows } = await world.db.query<{ userId: UserId }>(
      'SELECT user_id AS "userId" FROM task WHERE id = $1',
      [task.id],
    );
    const [owner] = rows;
    if (!owner) throw new Error('no task');
    await cancelTask(world.db, { taskId: task.id, by: { ...owner, role: 'member' } });
    await checkOwnership(world.db, running);
    await ran;
    expect(await world.find(task.id)).toMatchObject({ status: 'FAILED', errorCode: 'CANCELLED' });
  });
});

describe('the key', () => {
  const SPECIAL = 'sandbox+ledger/key==';

  it('works as it is and as it is handed out, encoded', async () => {
    for (const key of [SPECIAL, encodeURIComponent(SPECIAL), ` ${SPECIAL}\n`])
      expect([key, (await issue('101동 302호', ledgerOf(outside, key))).status]).toEqual([key, 'SUCCESS']);
    expect(plainKey('100%')).toBe('100%');
    expect(plainKey('%E0%A4%A')).toBe('%E0%A4%A');
  });

  it('stands in no log, step, task or error, whatever goes wrong', async () => {
    const key = 'a+very/secret==';
    const echo = createServer((request, response) => response.writeHead(500).end(request.url)).listen(
      0,
      '127.0.0.1',
    );
    const away = createServer((_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ).listen(0, '127.0.0.1');
    await Promise.all([once(echo, 'listening'), once(away, 'listening')]);
    const urlOf = (server: typeof echo) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const signal = AbortSignal.timeout(20_000);
    const lot = { sigunguCd: '11999', bjdongCd: '10100', platGbCd: '0', bun: '0001', ji: '0000' };
    const errors = [];
    for (const url of [urlOf(echo), urlOf(away), outside.ledgerUrl, 'http://127.0.0.1:9']) {
      const hub = openBuildingHub({ url, key, tellDetail: false });
      errors.push(
        await hub
          .rowsOf('getBrTitleInfo', lot, { rowsMax: 10, detail: '', signal })
          .catch((error: unknown) => error),
      );
      await issue('101동 302호', ledgerOf({ ledgerUrl: url }, key));
    }
    echo.close();
    away.close();
    const { rows } = await world.db.query(
      'SELECT to_jsonb(task) AS task, (SELECT jsonb_agg(s) FROM task_step s WHERE s.task_id = task.id) AS steps FROM task',
    );
    const everything = [
      ...logLines,
      JSON.stringify(rows),
      ...errors.flatMap((error) => [String(error), JSON.stringify(describeError(error as Error))]),
    ].join('\n');
    expect(errors.map((error) => (error as { code?: string }).code)).toEqual([
      'PORTAL_DOWN',
      'PORTAL_DOWN',
      'AUTOMATION_FAILED',
      'PORTAL_DOWN',
    ]);
    for (const form of [key, encodeURIComponent(key), 'secret', 'serviceKey', 'confmKey'])
      expect(everything).not.toContain(form);
  });
});
