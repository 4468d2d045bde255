import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../env.ts';
import { freePort } from '../ports.ts';
import { isAlive } from '../process/processes.ts';
import type { ServicesFile } from '../stack/services-file.ts';
import { readJson } from '../state/json-file.ts';
import { waitUntil } from '../wait-until.ts';
import { privateHome, removeHome } from './private-home.ts';

export interface TestStack {
  /** What services.json says now; it changes when a part is restarted. */
  services(): ServicesFile;
  homePath: string;
  /** The process of scripts/start.mjs. */
  pid: number;
  /** All it has said so far. */
  output(): string;
  /** Asks it to stop, waits, and deletes its data. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null }>;
}

/** Cold, on two busy cores, with Vite's first run. */
const READY_TIMEOUT_MS = 150_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * The whole stack as `npm start` gives it, with data, services and ports of its own, beside any other.
 *
 * @param o.env added to its environment, as shorter limits
 * @param o.hasWeb false where no browser looks: it starts sooner without the page
 * @param o.readyTimeoutMs for whoever has time, on a machine that has none
 */
export async function startTestStack(o: {
  name: string;
  env?: Record<string, string>;
  readyTimeoutMs?: number;
  hasWeb?: boolean;
}): Promise<TestStack> {
  const home = await privateHome(o.name);
  const [web, api, sandbox] = [await freePort(), await freePort(), await freePort()];
  const logFile = join(ROOT, '.dungji/test', `${o.name}.log`);
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    stdio: ['ignore', log, log],
    env: {
      ...withoutServices(process.env),
      DUNGJI_HOME: home.path,
      DUNGJI_SKIP_INSTALL: '1',
      DUNGJI_THROWAWAY: '1',
      // A test run that is killed takes its stacks with it.
      DUNGJI_STOP_WITH_PARENT: '1',
      ...(o.hasWeb === false ? { DUNGJI_WITHOUT_WEB: '1' } : {}),
      WEB_PORT: String(web),
      API_PORT: String(api),
      SANDBOX_PORT: String(sandbox),
      ...o.env,
    },
  });
  closeSync(log);
  const pid = child.pid ?? 0;
  const output = () => readFileSync(logFile, 'utf8');
  const services = () => readJson(home.servicesFile) as ServicesFile;
  const ended = once(child, 'exit');

  const stopOnce = async (signal: NodeJS.Signals) => {
    if (isAlive(pid)) child.kill(signal);
    await waitUntil(() => !isAlive(pid), { timeoutMs: STOP_TIMEOUT_MS, what: 'the stack to stop' });
    const [code] = (await ended) as [number | null];
    await removeHome(home);
    return { code };
  };
  // A test that stops its stack and the end of its file may both ask; the home is gone after the first.
  let stopped: ReturnType<typeof stopOnce> | undefined;
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    stopped ??= stopOnce(signal);
    return stopped;
  };
  try {
    await waitUntil(() => services() !== null || !isAlive(pid), {
      timeoutMs: o.readyTimeoutMs ?? READY_TIMEOUT_MS,
      what: 'the stack',
    });
    if (services() === null) throw new Error('it ended');
  } catch (cause) {
    await stop();
    throw new Error(`the stack did not start: ${output()}`, { cause });
  }
  return { services, homePath: home.path, pid, output, stop };
}

/** The stack of a test must never use the services of whoever runs the test. */
function withoutServices(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    DATABASE_URL: _d,
    REDIS_URL: _r,
    S3_ENDPOINT: _s,
    PUBLIC_URL: _p,
    DUNGJI_INFRA_IS_UP: _i,
    ...rest
  } = env;
  return rest;
}
