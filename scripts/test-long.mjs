// npm run test:long: suites that take too long for every change. Each is a script `*.long.mjs` under bench/, run one after the other.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, requireNode } from './pnpm.mjs';

requireNode();
const folder = join(ROOT, 'bench');
const suites = readdirSync(folder).filter((name) => name.endsWith('.long.mjs'));
let failed = 0;
for (const suite of suites) {
  console.log(`${suite} …`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(folder, suite)], {
    stdio: 'inherit',
    env: { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json') },
  });
  if (status !== 0) failed += 1;
}
if (suites.length === 0) console.log('There is no long suite yet.');
console.log(`${suites.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
