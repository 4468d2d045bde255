import { createDataSource } from './data-source.ts';

/** Any constant number that nothing else in this database locks: processes that start together migrate one by one. */
const MIGRATION_LOCK = 4_213_370;

/** Brings the database to the newest schema. Safe to run from several processes at once. Returns what was applied. */
export function migrateUp(url: string): Promise<string[]> {
  return withMigrationLock(url, async (dataSource) => {
    const applied = await dataSource.runMigrations();
    return applied.map((migration) => migration.name);
  });
}

/** Undoes the newest `steps` migrations. */
export function migrateDown(url: string, steps: number): Promise<void> {
  return withMigrationLock(url, async (dataSource) => {
    for (let step = 0; step < steps; step += 1) await dataSource.undoLastMigration();
  });
}

async function withMigrationLock<T>(
  url: string,
  fn: (dataSource: ReturnType<typeof createDataSource>) => Promise<T>,
): Promise<T> {
  const dataSource = createDataSource({
    url,
    // One connection holds the lock, the other migrates.
    poolMax: 2,
    applicationName: 'dungji-migrate',
    onPoolError: () => {},
    // Migrations may take as long as they need.
    queryTimeoutMs: 0,
    unlimited: true,
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await fn(dataSource);
  } finally {
    // Ending the session gives the lock back.
    await lock.release();
    await dataSource.destroy();
  }
}
