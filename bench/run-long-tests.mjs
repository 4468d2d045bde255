import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs one test file with everything that it leaves out of `npm test`, and ends this process with its outcome. */
export function runLongTests(file) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', file];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_LONG: '1' },
  });
  process.exit(status ?? 1);
}
