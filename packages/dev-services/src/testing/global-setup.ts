import { join } from 'node:path';
import { ROOT } from '../env.ts';
import { startTestServices, type TestEnv } from './test-services.ts';

const NAMES = [
  'TEST_DATABASE_URL',
  'TEST_REDIS_URL',
  'TEST_S3_ENDPOINT',
  'TEST_S3_BUCKET',
  'CHROMIUM_PATH',
] as const satisfies (keyof TestEnv)[];

/** Vitest: gives every test real services by their TEST_ variables, its own unless all of them are set. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // For processes that tests start with tsx: it reads one tsconfig, which must include the file for decorators to work.
  process.env.TSX_TSCONFIG_PATH ??= join(ROOT, 'tsconfig.json');
  const missing = NAMES.filter((name) => !process.env[name]);
  // A Chromium of the machine's is no data: naming it is no reason to share the rest.
  if (missing.length === 0) return undefined;
  const services = await startTestServices();
  for (const name of missing) process.env[name] = services.env[name];
  return services.stop;
}
