import { createServer } from 'node:http';
import { warmUpPrinting } from '@dungji/document-samples';
import { pino } from 'pino';
import { createSandbox } from './app.ts';
import { type Env, readEnv } from './env.ts';

/** Requests in flight get this long at a stop; hanging ones never end by themselves. */
const STOP_GRACE_MS = 2_000;

/** One clear line instead of a stack, for what a person can put right. */
function giveUp(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
  if (process.connected) process.disconnect();
}

function start(env: Env): void {
  const logger = pino({ name: 'sandbox', level: env.LOG_LEVEL });
  const server = createServer(
    createSandbox({
      logger,
      ...(env.STEP_SIGNING_SECRET !== undefined && { signingSecret: env.STEP_SIGNING_SECRET }),
    }),
  );

  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      giveUp(
        `Port ${env.SANDBOX_PORT} is taken: stop what listens there or set SANDBOX_PORT to another port.`,
      );
    } else {
      giveUp(`The sandbox cannot listen on ${env.SANDBOX_HOST}:${env.SANDBOX_PORT}: ${error.message}`);
    }
  });
  server.listen(env.SANDBOX_PORT, env.SANDBOX_HOST, () => {
    logger.info({ address: server.address() }, 'sandbox is listening');
    process.send?.({ type: 'ready' });
    warmUpPrinting().catch((error: unknown) =>
      logger.error({ err: error }, 'certificates cannot be printed'),
    );
  });

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.close(() => logger.info('sandbox stopped'));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS).unref();
    if (process.connected) process.disconnect();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A supervisor that died must not leave the sandbox behind on its port.
  process.once('disconnect', stop);
}

try {
  start(readEnv());
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
