// One whole sweep by hand, in this process: needs no running worker. Prints its numbers, and ends with 1 if it met errors.
import { newId, openDb } from '@dungji/db';
import { openEventPublisher, openQueues } from '@dungji/redis';
import { openStorage } from '@dungji/storage';
import { pino } from 'pino';
import { openChromium } from '../browser/chromium.ts';
import { createDispatch } from '../dispatch.ts';
import { EnvError, readEnv } from '../env.ts';
import { openLooks } from '../kinds/generation/open-looks.ts';
import { askProvider } from '../kinds/generation/reconcile.ts';
import { openIrosPortal } from '../kinds/issuance/iros-portal.ts';
import { askPortal } from '../kinds/issuance/reconcile.ts';
import { describeError } from '../log.ts';
import { sweep } from '../maintenance/sweep.ts';

/** Whoever called waits; without Redis the limits hold all the same. */
const REDIS_READY_MS = 2_000;

async function main(): Promise<number> {
  const env = readEnv();
  const log = pino({ level: 'warn', serializers: { err: describeError } }, pino.destination(2));
  const redis = { url: env.REDIS_URL, prefix: env.REDIS_PREFIX };
  const publisher = openEventPublisher(redis);
  const queues = openQueues({ ...redis, dispatchTimeoutMs: env.DISPATCH_TIMEOUT_MS });
  const storage = openStorage({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  });
  const chromium = openChromium({
    executablePath: env.CHROMIUM_PATH,
    actionTimeoutMs: env.REGISTRY_PORTAL_PAGE_TIMEOUT_MS,
    navigationTimeoutMs: env.REGISTRY_PORTAL_PAGE_TIMEOUT_MS,
  });
  const portal = openIrosPortal({
    chromium,
    url: env.REGISTRY_PORTAL_URL,
    user: env.REGISTRY_PORTAL_USER,
    password: env.REGISTRY_PORTAL_PASSWORD,
    pageTimeoutMs: env.REGISTRY_PORTAL_PAGE_TIMEOUT_MS,
  });
  try {
    const db = await openDb({
      url: env.DATABASE_URL,
      applicationName: 'dungji-sweep',
      onEvents: (events) => publisher.publish(events),
    });
    await queues.ready(REDIS_READY_MS);
    const dispatch = createDispatch(db, queues, log);
    const looks = openLooks(env, { db, storage, log });
    const askOutside = {
      issuance: askPortal(portal),
      ...(looks && { generation: askProvider(looks.provider) }),
    };
    const tools = {
      db,
      queues,
      storage,
      dispatch,
      limits: env,
      redisPrefix: env.REDIS_PREFIX,
      askOutside,
      looks,
      log,
    };
    const result = await sweep(tools, newId.sweepRun());
    console.log(JSON.stringify(result));
    await db.close();
    return result.errors === 0 ? 0 : 1;
  } finally {
    await Promise.allSettled([chromium.close(), queues.close()]);
    publisher.close();
    storage.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(
      error instanceof EnvError ? error.message : `The sweep did not run: ${describeError(error).message}`,
    );
    process.exit(1);
  },
);
