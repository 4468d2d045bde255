import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClearError } from '../clear-error.ts';
import { ROOT, type Settings } from '../env.ts';
import { runCommand } from '../process/run-command.ts';
import { type Say, timed } from '../progress.ts';
import { sha256 } from '../sha256.ts';
import type { Home } from '../state/home.ts';
import { readJson, writeJson } from '../state/json-file.ts';
import { appEnvOf } from './app-env.ts';
import { readInfra, writeInfra } from './infra-file.ts';
import { bringUpServices, type Services } from './services.ts';
import { stopServices } from './stop-services.ts';

/** Demo data is a few rows; the limit only keeps a hang from lasting for ever. */
const SEED_TIMEOUT_MS = 60_000;

/**
 * Everything the apps need before they start: services, schema, bucket, demo data, and their environment in the home. Repeating
 * it is harmless and quick. When something fails, what was started is stopped again.
 *
 * @throws ClearError for whatever a person must put right
 */
export async function bringUp(o: {
  settings: Settings;
  home: Home;
  say: Say;
  durable: boolean;
}): Promise<void> {
  const { settings, home, say } = o;
  // Loading these takes a second, in which the services start.
  void import('@dungji/db').catch(() => undefined);
  void import('@dungji/storage').catch(() => undefined);
  const services = await bringUpServices({ ...o, earlier: readInfra(home)?.pids ?? {} });
  try {
    const appEnv = appEnvOf(settings, services, home);
    writeInfra(home, { appEnv, pids: services.pids });
    const [applied] = await Promise.all([prepareDatabase(services, say), prepareBucket(services, say)]);
    await seedDemo({ settings, home, say, appEnv, isNewSchema: applied.length > 0 });
  } catch (error) {
    await stopServices(services.pids);
    throw error;
  }
}

async function prepareDatabase(services: Services, say: Say): Promise<string[]> {
  const { migrateUp } = await import('@dungji/db');
  return timed(
    say,
    'Schema',
    () => migrateUp(services.databaseUrl),
    (applied) => (applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`),
  );
}

function prepareBucket(services: Services, say: Say): Promise<void> {
  const ensure = async () => {
    const { openStorage } = await import('@dungji/storage');
    const storage = openStorage(services.s3);
    try {
      await storage.ensureBucket();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ClearError(
        `The bucket ${services.s3.bucket} at ${services.s3.endpoint} cannot be used: ${reason}.`,
      );
    } finally {
      storage.close();
    }
  };
  return timed(say, 'Bucket', ensure, () => `${services.s3.bucket} is there`);
}

interface SeedOptions {
  settings: Settings;
  home: Home;
  say: Say;
  appEnv: Record<string, string>;
  isNewSchema: boolean;
}

/** The api owns its users, so it makes the demo accounts; once for each database and version of the script. */
async function seedDemo({ settings, home, say, appEnv, isNewSchema }: SeedOptions): Promise<void> {
  const cwd = join(ROOT, 'apps/api');
  const script = join(cwd, 'src/bin/seed-demo.ts');
  if (!existsSync(script)) return;
  const seeds = sha256(
    appEnv.DATABASE_URL ?? '',
    ...SEED_SOURCES.map((file) => readIfThere(join(cwd, file))),
  );
  if (!isNewSchema && readJson(home.seededFile) === seeds) return;
  const seed = async () => {
    const result = await runCommand(process.execPath, ['--import', 'tsx', script], {
      env: { ...settings.env, ...appEnv },
      cwd,
      timeoutMs: SEED_TIMEOUT_MS,
    });
    if (result.code !== 0)
      throw new Error(`demo data: ${result.stderr.trim() || result.stdout.trim() || 'took too long'}`);
    writeJson(home.seededFile, seeds);
  };
  await timed(say, 'Demo data', seed, () => 'is there');
}

const SEED_SOURCES = ['src/bin/seed-demo.ts', 'src/auth/seed-demo.ts'];

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
