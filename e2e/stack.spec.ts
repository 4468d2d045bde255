import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAlive, startTestStack, waitUntil } from '@dungji/dev-services/testing';
import { expect, test } from '@playwright/test';
import { E2E_SERVICES_FILE, E2E_STACK_PID, services } from './stack.ts';

// These take the stack apart that the others have used, and come last (see playwright.config.ts).
test.describe.configure({ mode: 'serial', timeout: 180_000 });
test.skip(() => !process.env[E2E_STACK_PID], 'only a stack that these tests have started is theirs to stop');

const homePath = (): string => dirname(process.env[E2E_SERVICES_FILE] ?? '');

/** Everything that carries the stack's mark in its environment. */
function processesOf(homePath: string): number[] {
  if (!existsSync('/proc')) return [];
  const mark = `DUNGJI_STACK=${homePath}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark) && isAlive(Number(pid))
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function answers(path: string): Promise<boolean> {
  const response = await fetch(`${services().apiUrl}${path}`).catch(() => null);
  return response?.ok ?? false;
}

test('services.json names two working workers and everything else that runs', () => {
  const { pids, databaseUrl, redisUrl, s3 } = services();
  expect(pids.workers).toHaveLength(2);
  for (const pid of [
    pids.api,
    pids.sandbox,
    ...pids.workers,
    pids.postgres ?? 0,
    pids.redis ?? 0,
    pids.s3 ?? 0,
  ]) {
    expect(isAlive(pid)).toBe(true);
  }
  // The working process, not the watcher above it.
  for (const pid of [pids.api, ...pids.workers]) {
    expect(execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })).toContain(
      'src/main.ts',
    );
  }
  expect(databaseUrl).toMatch(/^postgres:/);
  expect(redisUrl).toMatch(/^redis:/);
  expect(s3.bucket).toBe('dungji');
});

test('a worker that was killed is back within ten seconds, under a new pid in services.json', async () => {
  const [victim = 0, other] = services().pids.workers;
  process.kill(victim, 'SIGKILL');
  const back = await waitUntil(() => services().pids.workers.find((pid) => pid !== victim && pid !== other), {
    timeoutMs: 10_000,
    what: 'a new worker',
  });
  expect(isAlive(back)).toBe(true);
  expect(services().pids.workers).toContain(other);
});

test('an api that was killed is back within ten seconds and answers', async () => {
  const { api } = services().pids;
  process.kill(api, 'SIGKILL');
  await waitUntil(() => services().pids.api !== api, { timeoutMs: 10_000, what: 'a new api' });
  expect(await answers('/health/live')).toBe(true);
});

test('a second stack in the same state directory is refused in one line, and the first runs on', async () => {
  const root = new URL('..', import.meta.url).pathname;
  const output = (() => {
    try {
      return execFileSync(process.execPath, ['scripts/start.mjs'], {
        cwd: root,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, DUNGJI_HOME: homePath(), DUNGJI_SKIP_INSTALL: '1' },
      });
    } catch (failure) {
      return String((failure as { stderr: string }).stderr);
    }
  })();
  expect(output.trim().split('\n')[0]).toMatch(/^Dungji runs already \(process \d+\)/);
  expect(await answers('/health/live')).toBe(true);
});

test('SIGTERM stops everything in order and leaves no process behind', async () => {
  const home = homePath();
  const starter = Number(process.env[E2E_STACK_PID]);
  const { pids } = services();
  expect(processesOf(home).length).toBeGreaterThan(0);
  process.kill(starter, 'SIGTERM');
  await waitUntil(() => !isAlive(starter), { timeoutMs: 60_000, what: 'the stack to stop' });
  const output = readFileSync(new URL('../.dungji/test/e2e.log', import.meta.url), 'utf8');
  expect(output).toContain('Stopped; nothing is left running.');
  expect(output).not.toContain('Killed what did not stop');
  expect(processesOf(home)).toEqual([]);
  const all = [pids.api, pids.sandbox, pids.web, ...pids.workers, pids.postgres, pids.redis, pids.s3];
  expect(all.filter((pid) => pid !== undefined && isAlive(pid))).toEqual([]);
});

test('a start that is killed outright takes everything with it within half a minute', async () => {
  const killed = await startTestStack({ name: 'killed' });
  process.kill(killed.pid, 'SIGKILL');
  await waitUntil(() => processesOf(killed.homePath).length === 0, {
    timeoutMs: 30_000,
    what: 'the end of all',
  });
  await killed.stop();
});
