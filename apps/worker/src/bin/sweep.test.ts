import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sweepHistory } from '@dungji/db';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testEnv } from '../testing/env.ts';
import { openWorld, type World } from '../testing/world.ts';

// Starting a process that loads a browser driver is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function runSweep(overrides: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('sweep.ts', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
        DATABASE_URL: world.databaseUrl,
        REDIS_URL: testEnv.redisUrl,
        REDIS_PREFIX: world.prefix,
        S3_ENDPOINT: testEnv.s3Endpoint,
        S3_BUCKET: testEnv.s3Bucket,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
        REGISTRY_PORTAL_URL: 'http://127.0.0.1:9',
        LEDGER_API_URL: 'http://127.0.0.1:9/ledger',
        LEDGER_API_KEY: 'a key',
        GENERATION_API_URL: 'http://127.0.0.1:9',
        ...overrides,
      },
    },
  );
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    text.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    text.stderr += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, ...text };
}

describe('the sweep by hand', () => {
  it('does a whole sweep without any worker, prints its numbers and is on record', async () => {
    const overdue = await world.pendingTask({ deadline_at: new Date(Date.now() - 1_000) });
    const forgotten = await world.pendingTask({ job_id: 'forgotten' });
    const { code, stdout } = await runSweep();
    expect(JSON.parse(stdout)).toMatchObject({ settled: 1, redispatched: 1, errors: 0 });
    expect(code).toBe(0);
    expect(await world.find(overdue.id)).toMatchObject({ errorCode: 'STALE_PENDING' });
    expect(await world.queues.hasJob('issuance', `${forgotten.id}-1`)).toBe(true);
    const { items } = await sweepHistory(world.db, { limit: 1 });
    expect(items).toMatchObject([{ by: 'operator', result: { settled: 1 } }]);
  });

  it('says in one line why it did not run', async () => {
    const { code, stderr } = await runSweep({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' });
    expect(stderr).toBe('The sweep did not run: The database is unavailable\n');
    expect(code).toBe(1);
    expect((await runSweep({ S3_BUCKET: '' })).stderr).toMatch(/^S3_BUCKET: .+\n$/);
  });
});
