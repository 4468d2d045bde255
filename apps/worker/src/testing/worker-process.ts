import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testEnv } from './env.ts';
import type { Outside, World } from './world.ts';

/** A cold start compiles everything; on a busy machine that takes a while. */
const START_TIMEOUT_MS = 30_000;

/** The worker as a process of its own, to be killed, frozen and started again. */
export function workerProcesses(
  world: () => Pick<World, 'databaseUrl' | 'redisUrl' | 'prefix'>,
  outside: () => Outside,
) {
  const started: ChildProcess[] = [];

  function spawnWorker(change: Record<string, string> = {}): ChildProcess {
    const worker = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        LOG_LEVEL: 'warn',
        WORKER_ID: 'worker-1',
        WORKER_QUEUES: 'issuance',
        DATABASE_URL: world().databaseUrl,
        REDIS_URL: world().redisUrl,
        REDIS_PREFIX: world().prefix,
        S3_ENDPOINT: testEnv.s3Endpoint,
        S3_BUCKET: testEnv.s3Bucket,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
        SANDBOX_URL: outside().url,
        REGISTRY_PORTAL_URL: outside().portalUrl,
        LEDGER_API_URL: outside().ledgerUrl,
        LEDGER_API_KEY: 'sandbox-ledger-key',
        GENERATION_API_URL: outside().generationUrl,
        ...(testEnv.chromiumPath ? { CHROMIUM_PATH: testEnv.chromiumPath } : {}),
        ...change,
      },
    });
    // What nobody reads would block the process once the pipe is full.
    worker.stdout?.resume();
    worker.stderr?.resume();
    started.push(worker);
    return worker;
  }

  return {
    spawn: spawnWorker,
    /** Resolves when it takes jobs. */
    async start(change?: Record<string, string>): Promise<ChildProcess> {
      const worker = spawnWorker(change);
      const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
      if (message?.type !== 'ready') throw new Error('the worker said something else than that it is ready');
      return worker;
    },
    async kill(worker: ChildProcess): Promise<void> {
      if (!isRunning(worker)) return;
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    },
    killAll(): void {
      for (const worker of started.splice(0)) if (isRunning(worker)) worker.kill('SIGKILL');
    },
  };
}

const isRunning = (worker: ChildProcess) => worker.exitCode === null && worker.signalCode === null;
