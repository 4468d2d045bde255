import type { NestId, TaskView, UserId } from '@dungji/contracts';
import { cancelTask, findAnalyses, findNest } from '@dungji/db';
import { findingsOf, readDocument, subjectOf } from '@dungji/documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOwnership } from '../../../ownership.ts';
import { WorkerStopping } from '../../../task-failure.ts';
import { ledgerIssues, noPortal } from '../../../testing/ledger-issues.ts';
import {
  ADDRESS,
  ledgerOf,
  type Outside,
  openOutside,
  openWorld,
  type World,
} from '../../../testing/world.ts';
import { ocrRunner } from '../../ocr/run.ts';
import { issuanceRunner } from '../run.ts';

let world: World;
let outside: Outside;
let ledgers: ReturnType<typeof ledgerIssues>;
beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
  ledgers = ledgerIssues(world, outside);
});
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
});

describe('a ledger', () => {
  it('is fetched, printed for people, stored with what the API said, and read next', async () => {
    const task = await ledgers.issue('101동 302호');
    expect(task).toMatchObject({
      status: 'SUCCESS',
      attempt: 1,
      docType: 'LEDGER',
      progress: { done: 4, total: 5 },
    });
    const { document, record, bytes } = await ledgers.documentOf(task);
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
    const { record, bytes } = await ledgers.documentOf(await ledgers.issue('101동 302호 [ledger-violation]'));
    expect(record.title.etcPurps).toContain('위반건축물');
    const letters = (await readDocument(bytes)).pages.join('').replace(/\s/gu, '');
    expect(letters).toContain('집합건축물대장(표제부,전유부)위반건축물');
  });

  it('is known by what the API said, not by what its print leaves out', async () => {
    const { db, storage } = world;
    const readNextOf = async (detail: string) => {
      const task = await ledgers.issue(detail);
      const { ocrTaskId } = task.result as { ocrTaskId: TaskView['id'] };
      const place =
        'UPDATE nest SET road_address = $2, detail_address = $3 WHERE id = $1 RETURNING user_id AS "userId"';
      const { rows } = await db.query<{ userId: UserId }>(place, [task.nestId, ADDRESS, detail]);
      await world.openRunner({ ocr: ocrRunner({ db, storage }) }).run({ taskId: ocrTaskId, attempt: 1 });
      expect((await world.find(ocrTaskId)).status).toBe('SUCCESS');
      const ref = { nestId: task.nestId as NestId, userId: rows[0]?.userId as UserId };
      const [nest, analyses] = await Promise.all([findNest(db, ref), findAnalyses(db, ref)]);
      if (!nest) throw new Error('no nest');
      return {
        ledger: analyses.LEDGER?.analysis?.ledger,
        codes: findingsOf(subjectOf(nest, analyses, new Date())).map(({ code }) => code),
      };
    };
    const usual = await readNextOf('101동 302호');
    expect(usual.ledger).toMatchObject({
      source: 'OPEN_API',
      unit: '101동 302호',
      violation: 'UNKNOWN',
      officialPrice: { baseDay: '2026-01-01' },
    });
    // It is the home that was asked for, and nothing more than that can be told.
    expect(usual.codes).not.toContain('UNIT_MISMATCH');
    expect(usual.codes).not.toContain('ILLEGAL_BUILDING');
    const broken = await readNextOf('101동 302호 [ledger-violation]');
    expect(broken.ledger).toMatchObject({ violation: 'YES' });
    expect(broken.codes).toContain('ILLEGAL_BUILDING');
  });

  it('of a house without units is that of its building', async () => {
    const { record } = await ledgers.documentOf(
      await ledgers.issue('', ledgerOf(outside), '서울특별시 둥지구 둥지로 20'),
    );
    expect(record).toMatchObject({ title: { regstrGbCd: '1', mainAtchGbCd: '0' }, areas: [], prices: null });
  });

  it('is of the house that was meant, not of its neighbour', async () => {
    const lotOf = async (road: string) =>
      (await ledgers.documentOf(await ledgers.issue('', ledgerOf(outside), road))).record.lot;
    const [home, next] = [
      await lotOf('서울특별시 둥지구 둥지로 20'),
      await lotOf('서울특별시 둥지구 둥지로 20-1'),
    ];
    expect(home).not.toEqual(next);
  });

  it('comes as XML just as well', async () => {
    const { record } = await ledgers.documentOf(await ledgers.issue('101동 302호 [ledger-xml]'));
    expect(record.areas).toHaveLength(3);
  });

  it('reads all pages, though the service gives less than it is asked for', async () => {
    const before = await outside.ledgerCalls();
    await ledgers.issue('101동 1502호');
    const after = await outside.ledgerCalls();
    const calls = (operation: string) => (after[operation] ?? 0) - (before[operation] ?? 0);
    expect([calls('getBrExposPubuseAreaInfo'), calls('getBrHsprcInfo')]).toEqual([2, 9]);
  });
});

describe('a ledger that cannot be had', () => {
  it.each(['application', 'quota', 'plain', 'html', 'busy'])(
    'for the moment (%s) is asked for three times',
    async (error) => {
      const task = await ledgers.issue(`101동 302호 [ledger-error=${error}]`);
      expect(task).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN', attempt: 3, retryable: true });
    },
  );

  it('is had as soon as the trouble is over', async () => {
    const before = await outside.ledgerCalls();
    const task = await ledgers.issue('101동 302호 [ledger-error=html:1]');
    expect(task).toMatchObject({ status: 'SUCCESS', attempt: 2, lastErrorCode: 'PORTAL_DOWN' });
    const after = await outside.ledgerCalls();
    // What an attempt had found out, the next one does not ask again.
    expect((after.addrLinkApi ?? 0) - (before.addrLinkApi ?? 0)).toBe(1);
  });

  it.each([
    '[ledger-bad-key]',
    '[ledger-error=expired]',
    '[ledger-error=parameter]',
    '[ledger-error=withdrawn]',
    '[ledger-error=json]',
    '[ledger-error=flat]',
  ])('for our own fault (%s) is not asked for again', async (token) => {
    const task = await ledgers.issue(`101동 302호 ${token}`);
    expect(task).toMatchObject({ status: 'FAILED', errorCode: 'AUTOMATION_FAILED', attempt: 1 });
  });

  it('because there is no such home says so, and is not asked for again', async () => {
    for (const [detail, road] of [
      ['101동 302호 [ledger-not-found]', ADDRESS],
      ['101동 302호', '서울특별시'],
    ] as const) {
      const task = await ledgers.issue(detail, ledgerOf(outside), road);
      expect([detail, task]).toMatchObject([detail, { errorCode: 'ADDRESS_NOT_FOUND', attempt: 1 }]);
    }
  });

  it('while the service is down, or nothing listens there, ends PORTAL_DOWN', async () => {
    await outside.setFault('down', undefined, 'ledger');
    const down = await ledgers.issue('101동 302호');
    await outside.setFault('ok', undefined, 'ledger');
    const nobody = await ledgers.issue('101동 302호', ledgerOf({ ledgerUrl: 'http://127.0.0.1:9' }));
    for (const task of [down, nobody]) expect(task).toMatchObject({ errorCode: 'PORTAL_DOWN', attempt: 3 });
  });

  it('with an unknown key ends AUTOMATION_FAILED', async () => {
    expect(await ledgers.issue('101동 302호', ledgerOf(outside, 'another'))).toMatchObject({
      errorCode: 'AUTOMATION_FAILED',
    });
  });

  it('is given up within moments when it is cancelled', async () => {
    const task = await world.pendingIssuance('101동 302호 [ledger-slow=60000]', ADDRESS, 'LEDGER');
    const { run, running } = ledgers.runnerOf(ledgerOf(outside));
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

describe('a worker that stops between download and upload', () => {
  it('leaves what was said to the next one, who prints it again without asking again', async () => {
    const task = await world.pendingIssuance('101동 302호', ADDRESS, 'LEDGER');
    const { db, storage, limits, dispatch } = world;
    const stopsAtUpload = (stop: () => void): World['storage'] => ({
      ...storage,
      put: async () => {
        stop();
        throw new Error('stopping');
      },
    });
    const { run, running } = world.openRunner({
      issuance: issuanceRunner({
        db,
        storage: stopsAtUpload(() => {
          for (const { abort } of running.all()) abort.abort(new WorkerStopping());
        }),
        limits,
        portal: noPortal,
        ledger: ledgerOf(outside),
        onAccepted: dispatch,
      }),
    });
    await run({ taskId: task.id, attempt: 1 });
    expect(await world.find(task.id)).toMatchObject({ status: 'PROCESSING', workerId: null });
    const asked = await outside.ledgerCalls();
    await ledgers.runnerOf(ledgerOf(outside)).run({ taskId: task.id, attempt: 2 });
    expect(await outside.ledgerCalls()).toEqual(asked);
    const { bytes, record } = await ledgers.documentOf(await world.find(task.id));
    expect((await readDocument(bytes)).pages.join('')).toContain(record.areas[0]?.mgmBldrgstPk);
  });
});
