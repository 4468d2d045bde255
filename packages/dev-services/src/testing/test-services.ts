import { readSettings } from '../env.ts';
import { sendSignal } from '../process/processes.ts';
import { sayNothing } from '../progress.ts';
import { writeInfra } from '../stack/infra-file.ts';
import { bringUpServices } from '../stack/services.ts';
import type { Home } from '../state/home.ts';
import { privateHome, removeHome } from './private-home.ts';

/** What tests find in their environment. */
export type TestEnv = Record<
  'TEST_DATABASE_URL' | 'TEST_REDIS_URL' | 'TEST_S3_ENDPOINT' | 'TEST_S3_BUCKET' | 'CHROMIUM_PATH',
  string
>;

/** Services for one test run that share nothing with a running stack. */
export async function startTestServices(): Promise<{ env: TestEnv; stop(): Promise<void> }> {
  const home = await privateHome('services');
  try {
    return { env: await bringUp(home), stop: () => removeHome(home) };
  } catch (error) {
    await removeHome(home);
    throw error;
  }
}

async function bringUp(home: Home): Promise<TestEnv> {
  // What the environment offers the development stack is not ours to fill with test data.
  const settings = { ...readSettings(), databaseUrl: undefined, redisUrl: undefined };
  settings.s3 = { ...settings.s3, endpoint: undefined, bucket: 'dungji-test' };
  const services = await bringUpServices({ settings, home, say: sayNothing, earlier: {}, durable: false });
  writeInfra(home, { appEnv: {}, pids: services.pids });
  // A runner that is interrupted ends without its teardown.
  process.once('exit', () => {
    for (const pid of Object.values(services.pids)) sendSignal(pid, 'SIGINT');
  });
  return {
    TEST_DATABASE_URL: services.databaseUrl.replace(/\/dungji$/, '/postgres'),
    TEST_REDIS_URL: services.redisUrl,
    TEST_S3_ENDPOINT: services.s3.endpoint,
    TEST_S3_BUCKET: services.s3.bucket,
    CHROMIUM_PATH: services.chromiumPath,
  };
}
