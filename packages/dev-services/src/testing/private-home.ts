import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../env.ts';
import { dataDirElsewhere } from '../postgres/cluster.ts';
import { isAlive } from '../process/processes.ts';
import { takeDown } from '../stack/take-down.ts';
import { type Home, openHome } from '../state/home.ts';

const PARENT = join(ROOT, '.dungji/test');

/** A home for one test run, beside any running stack. What runs that were killed left behind is taken down first. */
export async function privateHome(name: string): Promise<Home> {
  mkdirSync(PARENT, { recursive: true });
  for (const entry of readdirSync(PARENT)) {
    const owner = Number(/^(\d+)-/.exec(entry)?.[1]);
    if (!owner || isAlive(owner)) continue;
    await removeHome(openHome(join(PARENT, entry)));
  }
  return openHome(join(PARENT, `${process.pid}-${name}`));
}

/** Stops all that runs in the home and deletes it. */
export async function removeHome(home: Home): Promise<void> {
  await takeDown(home);
  rmSync(home.path, { recursive: true, force: true });
  rmSync(home.webCacheDir, { recursive: true, force: true });
  rmSync(dirname(dataDirElsewhere(home.dataDir('postgres'))), { recursive: true, force: true });
}
