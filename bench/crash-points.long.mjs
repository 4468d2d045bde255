// kill -9 at every named point of an issuance; npm test tries a few of them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'apps/worker/src/crash-points.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_LONG: '1' } },
);
process.exit(status ?? 1);
