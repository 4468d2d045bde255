import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The stack brings its database back after ten seconds. */
const BACK_WITHIN_MS = 60_000;
const RETRY_PAUSE_MS = 1_000;

/** A connection of our own to the database of the stack, when it is back from whatever was done to it last. */
export async function openDatabase(url: () => string): Promise<pg.Client> {
  const endsAt = performance.now() + BACK_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url() });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      await client.end().catch(() => {});
      await pause(RETRY_PAUSE_MS);
    }
  }
}
