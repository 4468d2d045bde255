import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];

// Registered for each test file that imports this.
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder for the tests of one file, deleted after the last of them. Other accounts may pass it, as Postgres under root must. */
export function tempFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `dungji-${name}-`));
  chmodSync(folder, 0o755);
  made.push(folder);
  return folder;
}
