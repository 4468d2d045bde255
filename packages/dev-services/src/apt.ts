import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { find, type Machine, run } from './tools.ts';

/** Package lists of Debian are about 10 MB; a slow line may take a minute. */
const UPDATE_TIMEOUT_MS = 180_000;
/** Chromium with what it needs is about 100 MB. */
const FETCH_TIMEOUT_MS = 300_000;
const QUERY_TIMEOUT_MS = 30_000;

export function hasApt(machine: Machine): boolean {
  return find(machine, 'apt-get') !== null && find(machine, 'dpkg') !== null;
}

/**
 * Downloads a package with everything it needs that is not installed, and unpacks all of it into `folder`: nothing on the
 * system changes and no special right is needed. The folder appears complete or not at all.
 *
 * @param fallback what to download where apt cannot work out the needs by itself
 * @returns whether it is there now
 */
export async function aptUnpack(
  machine: Machine,
  packageName: string,
  folder: string,
  fallback: string[],
): Promise<boolean> {
  if (existsSync(folder)) return true;
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    const flags = await listFlags(machine, packageName);
    if (!flags) return false;
    const needed = (await neededPackages(machine, packageName, flags)) ?? fallback;
    const download = await run(machine, 'apt-get', [...flags, 'download', ...needed], {
      cwd: draft,
      timeoutMs: FETCH_TIMEOUT_MS,
    });
    if (download.code !== 0) return false;
    for (const file of readdirSync(draft).filter((name) => name.endsWith('.deb'))) {
      const unpack = await run(machine, 'dpkg', ['-x', join(draft, file), join(draft, 'root')], {
        timeoutMs: QUERY_TIMEOUT_MS,
      });
      if (unpack.code !== 0) return false;
    }
    renameSync(join(draft, 'root'), folder);
    return true;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Installs packages on the system; root only. Returns whether that worked. */
export async function aptInstall(machine: Machine, ...packages: string[]): Promise<boolean> {
  const flags = ['install', '--yes', '--no-install-recommends', ...packages];
  const first = await run(machine, 'apt-get', flags, { timeoutMs: FETCH_TIMEOUT_MS });
  if (first.code === 0) return true;
  const update = await run(machine, 'apt-get', ['update'], { timeoutMs: UPDATE_TIMEOUT_MS });
  return (
    update.code === 0 && (await run(machine, 'apt-get', flags, { timeoutMs: FETCH_TIMEOUT_MS })).code === 0
  );
}

/**
 * The system's package lists when they know the package, else lists of our own under the cache folder: a container image has
 * none, and an ordinary user may not refresh the system's. Null when neither can be had.
 */
async function listFlags(machine: Machine, packageName: string): Promise<string[] | null> {
  if (await isKnown(machine, packageName, ASIDE)) return ASIDE;
  const state = join(machine.cacheDir, 'apt');
  for (const folder of ['state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(state, folder), { recursive: true });
  }
  const own = [
    ...ASIDE,
    ...['-o', `Dir::State=${state}/state`, '-o', `Dir::Cache=${state}/cache`],
    ...['-o', 'Dir::State::status=/var/lib/dpkg/status'],
  ];
  if (await isKnown(machine, packageName, own)) return own;
  machine.say(`apt        reading package lists of our own, the system's do not know ${packageName}`);
  const update = await run(machine, 'apt-get', [...own, 'update'], { timeoutMs: UPDATE_TIMEOUT_MS });
  return update.code === 0 ? own : null;
}

/** As root apt would hand downloads to an account that may not enter our folders. */
const ASIDE = ['-o', 'APT::Sandbox::User=root'];

async function isKnown(machine: Machine, packageName: string, flags: string[]): Promise<boolean> {
  const { code, stdout } = await run(machine, 'apt-cache', [...flags, 'policy', packageName], {
    timeoutMs: QUERY_TIMEOUT_MS,
    env: { LC_ALL: 'C' },
  });
  return code === 0 && /Candidate: (?!\(none\))/.test(stdout);
}

/** What an installation would add here, by apt's own reckoning; null when apt cannot tell. */
async function neededPackages(
  machine: Machine,
  packageName: string,
  flags: string[],
): Promise<string[] | null> {
  const simulated = await run(
    machine,
    'apt-get',
    [...flags, 'install', '--simulate', '--no-install-recommends', packageName],
    { timeoutMs: QUERY_TIMEOUT_MS, env: { LC_ALL: 'C' } },
  );
  const names = [...simulated.stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '');
  return simulated.code === 0 && names.includes(packageName) ? names : null;
}
