import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive } from '../process/processes.ts';
import { openHome } from '../state/home.ts';
import { writeJson } from '../state/json-file.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { claimHome, readKeeper, writeKeeper } from './earlier-run.ts';
import { writePart } from './parts.ts';

const newHome = () => openHome(tempFolder('home'));

async function sleeper() {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  return { child, pid: child.pid ?? 0 };
}

it('a home in which a stack runs is refused in one line', async () => {
  const home = newHome();
  const stack = await sleeper();
  writeKeeper(home, { pid: stack.pid, starterPid: stack.pid });
  await expect(claimHome(home, process.pid)).rejects.toThrow(
    `Dungji runs already (process ${stack.pid}) with the state in ${home.path}: stop it, or set DUNGJI_HOME to another directory.`,
  );
  expect(isAlive(stack.pid)).toBe(true);
  stack.child.kill('SIGKILL');
});

it('what an earlier run wrote that is dead is cleared away', async () => {
  const home = newHome();
  const dead = await sleeper();
  dead.child.kill('SIGKILL');
  await once(dead.child, 'exit');
  writeKeeper(home, { pid: dead.pid, starterPid: dead.pid });
  writePart(home, {
    part: 'api',
    supervisorPid: dead.pid,
    processes: [{ name: 'api', pid: dead.pid, ready: true }],
  });
  writeJson(home.servicesFile, {});
  await claimHome(home, 4242);
  expect(existsSync(home.servicesFile)).toBe(false);
  expect(existsSync(join(home.partsDir, 'api.json'))).toBe(false);
  expect(readKeeper(home)).toEqual({ pid: process.pid, starterPid: 4242 });
});
