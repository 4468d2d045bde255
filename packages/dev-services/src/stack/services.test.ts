import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { readSettings } from '../env.ts';
import { isAlive, sendSignal } from '../process/processes.ts';
import { sayNothing } from '../progress.ts';
import { type Home, homeAt, openHome } from '../state/home.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { waitUntil } from '../wait-until.ts';
import type { OwnPids } from './infra-file.ts';
import { bringUpServices, type Services } from './services.ts';
import { stopServices } from './stop-services.ts';

const SERVICES = ['postgres', 'redis', 's3'] as const;
const opened: OwnPids[] = [];

const newHome = () => openHome(tempFolder('home'));

async function bringUp(home: Home, env: NodeJS.ProcessEnv = {}): Promise<Services> {
  const settings = readSettings({ PATH: process.env.PATH, CHROMIUM_PATH: process.env.CHROMIUM_PATH, ...env });
  const services = await bringUpServices({ settings, home, say: sayNothing, earlier: {}, durable: true });
  opened.push(services.pids);
  return services;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function killAll(pids: OwnPids): Promise<void> {
  for (const name of SERVICES) sendSignal(pids[name] ?? 0, 'SIGKILL');
  await waitUntil(() => SERVICES.every((name) => !isAlive(pids[name] ?? 0)), {
    timeoutMs: 5000,
    what: 'their death',
  });
}

afterEach(async () => {
  for (const pids of opened.splice(0)) await stopServices(pids);
});

describe('the services of a stack', { timeout: 60_000 }, () => {
  it('that outlived the one who started them are taken over, not started a second time', async () => {
    const home = newHome();
    const first = await bringUp(home);
    const second = await bringUp(home);
    expect(second).toEqual(first);
  });

  it('that were killed come back on the same ports with their data', async () => {
    const home = newHome();
    const first = await bringUp(home);
    await query(first.databaseUrl, 'create table kept as select 42 as answer');
    const redis = new Redis(first.redisUrl);
    await redis.set('kept', 'yes');
    await redis.wait(0, 0);
    redis.disconnect();
    await killAll(first.pids);

    const second = await bringUp(home);
    expect(second.databaseUrl).toBe(first.databaseUrl);
    expect(second.redisUrl).toBe(first.redisUrl);
    expect(second.s3).toEqual(first.s3);
    expect(second.pids.postgres).not.toBe(first.pids.postgres);
    expect(await query(second.databaseUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('stop without leaving a process', async () => {
    const { pids } = await bringUp(newHome());
    await stopServices(pids);
    expect(SERVICES.map((name) => isAlive(pids[name] ?? 0))).toEqual([false, false, false]);
  });

  it('start beside a pid file whose number belongs to another program by now', async () => {
    const home = newHome();
    const first = await bringUp(home);
    await killAll(first.pids);
    const pidFile = join(home.dataDir('postgres'), 'postmaster.pid');
    const stale = readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid));
    writeFileSync(pidFile, stale);
    await bringUp(home);
    expect(isAlive(process.pid)).toBe(true);
  });

  it('start after a first start that was killed while it made the database', async () => {
    const home = newHome();
    mkdirSync(`${home.dataDir('postgres')}.draft`);
    writeFileSync(join(`${home.dataDir('postgres')}.draft`, 'PG_VERSION'), '18');
    const services = await bringUp(home);
    expect(await query(services.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(`${home.dataDir('postgres')}.draft`)).toBe(false);
  });

  it('a Redis whose file is damaged starts empty, and the file is kept aside', async () => {
    const home = newHome();
    const first = await bringUp(home);
    await stopServices(first.pids);
    const manifest = join(home.dataDir('redis'), 'appendonlydir/appendonly.aof.manifest');
    writeFileSync(manifest, 'nonsense\n');
    const second = await bringUp(home);
    const redis = new Redis(second.redisUrl);
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
    expect(existsSync(`${home.dataDir('redis')}.damaged`)).toBe(true);
  });

  it('that are given are used and never stopped', async () => {
    const other = await bringUp(newHome());
    const url = new URL(other.databaseUrl);
    url.pathname = '/made_for_us';
    const services = await bringUp(newHome(), {
      DATABASE_URL: url.href,
      REDIS_URL: other.redisUrl,
      S3_ENDPOINT: other.s3.endpoint,
      S3_ACCESS_KEY_ID: other.s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: other.s3.secretAccessKey,
    });
    expect(services.pids).toEqual({});
    expect(services.databaseUrl).toBe(url.href);
    expect(await query(services.databaseUrl, 'select current_database() as name')).toEqual([
      { name: 'made_for_us' },
    ]);
  });

  it('a database that cannot be reached is one line without its password, and nothing else is left running', async () => {
    const home = newHome();
    const failure = await bringUp(home, { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/db' }).catch(
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/^The database at 127\.0\.0\.1:1\/db \(DATABASE_URL\) cannot be used: [^\n]+$/);
    expect(failure).not.toContain('secret');
    const log = homeAt(home.path).logFile('redis');
    expect(readFileSync(log, 'utf8')).toMatch(/bye bye/);
  });
});
