import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, aptUnpack, hasApt } from '../apt.ts';
import { ClearError } from '../clear-error.ts';
import { isExecutable } from '../process/find-on-path.ts';
import { find, type Machine } from '../tools.ts';

export interface RedisProgram {
  path: string;
  /** Where the libraries lie that were unpacked with it. */
  libraryPath?: string;
  foundBy: string;
}

/** What redis-server needs on Debian 12 beyond the smallest system, for an apt that cannot simulate. */
const DEBIAN_PACKAGES = ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2', 'libatomic1'];

/**
 * A Redis server program, touching the system as little as can be: on the search path; else downloaded and unpacked under our
 * own folder; else, as root, installed.
 *
 * @throws ClearError with the way to get one
 */
export async function findRedis(machine: Machine): Promise<RedisProgram> {
  const installed = find(machine, 'redis-server', 'valkey-server');
  if (installed) return { path: installed, foundBy: installed };

  if (hasApt(machine)) {
    const folder = join(machine.cacheDir, 'redis');
    if (!existsSync(folder))
      machine.say('Redis      none on this machine: fetching redis-server with apt into .dungji/cache');
    if (await aptUnpack(machine, 'redis-server', folder, DEBIAN_PACKAGES)) {
      const unpacked = unpackedProgram(folder);
      if (unpacked) return unpacked;
    }
    if (machine.isRoot) {
      machine.say('Redis      installing redis-server with apt');
      await aptInstall(machine, 'redis-server');
      const now = find(machine, 'redis-server');
      if (now) return { path: now, foundBy: 'apt install' };
    }
  }
  const way =
    machine.platform === 'darwin' ? 'brew install redis' : 'install redis-server (or valkey-server)';
  throw new ClearError(`No Redis here and none could be fetched: ${way}, or set REDIS_URL.`);
}

function unpackedProgram(folder: string): RedisProgram | null {
  const path = join(folder, 'usr/bin/redis-server');
  if (!isExecutable(path)) return null;
  // Libraries lie under a folder named after the processor, as x86_64-linux-gnu.
  const libraries = ['usr/lib', 'lib'].flatMap((lib) => [
    join(folder, lib),
    ...subfolders(join(folder, lib)),
  ]);
  return { path, libraryPath: libraries.join(':'), foundBy: 'apt download' };
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-'))
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}
