// pnpm sweep: one whole sweep by hand. In the environment of the running stack, unless DATABASE_URL says where else.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, requireNode } from './pnpm.mjs';

requireNode();
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'src/bin/sweep.ts'], {
  cwd: join(ROOT, 'apps/worker'),
  stdio: 'inherit',
  env: { TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json'), ...stackEnv(), ...process.env },
});
process.exitCode = status ?? 1;

/** What `npm start` tells its workers; nothing when the person names a database of their own. */
function stackEnv() {
  if (process.env.DATABASE_URL) return {};
  const home = resolve(ROOT, process.env.DUNGJI_HOME || '.dungji');
  try {
    return JSON.parse(readFileSync(join(home, 'infra.json'), 'utf8')).appEnv;
  } catch {
    console.error('No stack has been started here: run npm start first, or set DATABASE_URL and the others.');
    process.exit(1);
  }
}
