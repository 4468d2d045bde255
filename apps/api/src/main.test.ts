import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { findTask, findUnqueued } from '@dungji/db';
import { taskIn } from '@dungji/db/testing';
import { startOwnRedis } from '@dungji/redis/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, callerOf, cookieOf, NEST, openApiWorld } from './testing/api-world.ts';
import { openEvents } from './testing/open-events.ts';

const APP = new URL('../', import.meta.url).pathname;

let world: ApiWorld;
let tenant: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.person();
});
afterAll(() => world.close());

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** The real process, as a supervisor starts it, on the world's database. */
function spawnApi(overrides: Record<string, string> = {}): { child: ChildProcess; errors: () => string } {
  const env = Object.fromEntries(
    Object.entries({ ...world.env, ...overrides }).map(([name, value]) => [name, String(value)]),
  );
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: APP,
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  return { child, errors: () => errors };
}

async function ready(child: ChildProcess): Promise<string> {
  let log = '';
  child.stdout?.on('data', (text) => {
    log += text;
  });
  await once(child, 'message');
  await expect.poll(() => log, { timeout: 10_000 }).toContain('listening');
  return JSON.parse(log.split('\n').find((line) => line.includes('listening')) ?? '{}').url;
}

// Starting a process compiles it; a busy machine takes its time.
describe('the process', { timeout: 60_000 }, () => {
  it('says ready, and on SIGTERM breaks 20 open streams and exits 0 within five seconds', async () => {
    const { child } = spawnApi();
    const url = await ready(child);
    const streams = await Promise.all(Array.from({ length: 20 }, () => openEvents(url, tenant.headers)));
    for (const stream of streams) await stream.until(({ type }) => type === 'snapshot');
    const stoppedAtMs = Date.now();
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(Date.now() - stoppedAtMs).toBeLessThan(5_000);
    await Promise.all(streams.map((stream) => stream.ended));
  });

  it('lets programs sign in and out without naming an origin, and no foreign page', async () => {
    const { child } = spawnApi({ NODE_ENV: 'production' });
    const url = await ready(child);
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${url}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const credentials = { email: tenant.email, password: 'a-long-enough-password' };
    expect((await post('sign-in/email', credentials, { origin: 'https://evil.example' })).status).toBe(403);
    const signedIn = await post('sign-in/email', credentials);
    expect(signedIn.status).toBe(200);
    const who = callerOf(url, { cookie: cookieOf(signedIn) });
    expect((await who.query('me.get')).status).toBe(200);
    expect((await post('sign-out', {}, who.headers)).status).toBe(200);
    expect((await who.query('me.get')).status).toBe(401);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('stops by itself when its supervisor is gone', async () => {
    const { child } = spawnApi();
    await ready(child);
    child.disconnect();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it.each([
    ['a bad value', { SSE_PING_MS: 'often' }, /^api: SSE_PING_MS: [^\n]+\n$/],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none' },
      /^api: cannot start: [^\n]+\n$/,
    ],
  ])('names %s in one line and exits 1', async (_what, overrides, line) => {
    const { child, errors } = spawnApi({ ...overrides, LOG_LEVEL: 'silent' });
    expect((await once(child, 'exit'))[0]).toBe(1);
    expect(errors()).toMatch(line);
  });

  it('killed between accepting a task and queueing it leaves a task that a sweep finds', async () => {
    const redis = await startOwnRedis();
    const { child } = spawnApi({ REDIS_URL: redis.url, DISPATCH_TIMEOUT_MS: '60000' });
    const caller = callerOf(await ready(child), tenant.headers);
    const nest = await caller.mutate<{ id: string }>('nests.create', NEST);
    redis.freeze();
    const cut = caller
      .mutate('issuance.request', { nestId: nest.data.id, docType: 'REGISTRY' })
      .catch(() => 'cut');
    const waiting = () => findUnqueued(world.db, { batch: 100, olderThanMs: 1 });
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    child.kill('SIGKILL');
    expect(await cut).toBe('cut');
    await redis.close();
    const [left] = await waiting();
    expect(left).toMatchObject({ attempt: 1, jobId: null });
    await world.db.query('DELETE FROM task');
  });

  it('alone, every worker and Redis gone, ends a task at its limit', async () => {
    const { task } = await taskIn(world.db, 'PROCESSING', { deadline_at: new Date() });
    const { child } = spawnApi({ REDIS_URL: 'redis://127.0.0.1:9', SWEEP_INTERVAL_MS: '200' });
    await ready(child);
    const find = () => findTask(world.db, { taskId: task.id, userId: null });
    await expect.poll(find, { timeout: 20_000 }).toMatchObject({ status: 'FAILED', errorCode: 'TIMEOUT' });
  });

  it('names a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const { child, errors } = spawnApi({ API_PORT: port, LOG_LEVEL: 'silent' });
    expect((await once(child, 'exit'))[0]).toBe(1);
    expect(errors()).toBe(`api: port ${port} is taken; set API_PORT to another one\n`);
    taken.close();
  });
});
