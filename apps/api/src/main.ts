import { type Env, EnvError, readEnv } from './env.ts';
import { openLogger } from './logger.ts';

/** Streams break at once and answers get three seconds, so a stop that lasts longer hangs on something that is gone. */
const STOP_MS_MAX = 4_500;

function fail(line: string): never {
  process.stderr.write(`api: ${line}\n`);
  process.exit(1);
}

function readEnvOrFail(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (error instanceof EnvError) fail(error.message);
    throw error;
  }
}

const env = readEnvOrFail();
const logger = openLogger(env.LOG_LEVEL);
// Loaded only now, so that a bad value is named at once.
const { startApi } = await import('./start.ts');
const api = await startApi(env, logger).catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') fail(`port ${env.API_PORT} is taken; set API_PORT to another one`);
  logger.fatal({ err: error }, 'start failed');
  fail(`cannot start: ${error.code ?? error.name}; is Postgres reachable at DATABASE_URL?`);
});
const stop = () => {
  setTimeout(() => process.exit(0), STOP_MS_MAX).unref();
  void api.stop().then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The supervisor that started this process is gone: nobody else would stop it.
process.on('disconnect', stop);
logger.info({ url: api.url }, 'listening');
process.send?.({ type: 'ready' });
