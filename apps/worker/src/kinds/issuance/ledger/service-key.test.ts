import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeError } from '../../../log.ts';
import { ledgerIssues } from '../../../testing/ledger-issues.ts';
import { ledgerOf, type Outside, openOutside, openWorld, type World } from '../../../testing/world.ts';
import { openBuildingHub } from './building-hub.ts';
import { plainKey } from './service-key.ts';

let world: World;
let outside: Outside;
let ledgers: ReturnType<typeof ledgerIssues>;
beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
  ledgers = ledgerIssues(world, outside, log);
});
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
});

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

describe('the key', () => {
  const SPECIAL = 'sandbox+ledger/key==';

  it('works as it is and as it is handed out, encoded', async () => {
    for (const key of [SPECIAL, encodeURIComponent(SPECIAL), ` ${SPECIAL}\n`])
      expect([key, (await ledgers.issue('101동 302호', ledgerOf(outside, key))).status]).toEqual([
        key,
        'SUCCESS',
      ]);
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
      await ledgers.issue('101동 302호', ledgerOf({ ledgerUrl: url }, key));
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
