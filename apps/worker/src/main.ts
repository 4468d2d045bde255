import { armCrashPoint } from './crash-point.ts';
import { EnvError, readEnv } from './env.ts';
import { openLog } from './log.ts';
import { settleAfterCrash } from './safety-net.ts';

/** Below the ten seconds a stop may take; what is not closed by then, the system closes. */
const STOP_LIMIT_MS = 9_500;

const env = readEnvOrExit();
// Only now: a bad value is told before a browser driver and half of npm are loaded.
const { newBootId, startWorker } = await import('./worker.ts');
const { isFromBrowserLibrary } = await import('./browser/chromium.ts');
const bootId = newBootId();
if (env.CRASH_POINT !== undefined) armCrashPoint(env.CRASH_POINT);
const log = openLog({ level: env.LOG_LEVEL, workerId: env.WORKER_ID, bootId });

const app = await startWorker(env, bootId, log).catch((err: unknown) => {
  log.fatal({ err }, 'the worker could not start');
  process.exit(1);
});

let isCrashing = false;
const crash = async (err: unknown) => {
  if (isCrashing) return;
  if (isFromBrowserLibrary(err)) {
    log.error({ err }, 'the browser is given up');
    app.loseBrowser();
    return;
  }
  isCrashing = true;
  log.fatal({ err }, 'crashed outside every attempt');
  await settleAfterCrash(app.db, app.running, log);
  process.exit(1);
};
process.on('uncaughtException', (err) => void crash(err));
process.on('unhandledRejection', (err) => void crash(err));

const stop = async (signal: string) => {
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
  await app.stop();
  process.exit(0);
};
process.once('SIGTERM', () => void stop('SIGTERM'));
process.once('SIGINT', () => void stop('SIGINT'));
// The parent that started this process with a channel is gone.
process.once('disconnect', () => void stop('disconnect'));

await app.ready();
log.info({ queues: env.WORKER_QUEUES }, 'ready');
process.send?.({ type: 'ready' });

function readEnvOrExit() {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}
