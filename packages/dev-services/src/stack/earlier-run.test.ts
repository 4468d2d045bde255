import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync } from 'node:fs';
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

it('a stranger that got the number of a dead process is neither waited for nor killed', async () => {
  const home = newHome();
  const stranger = await sleeper();
  writeKeeper(home, { pid: stranger.pid, starterPid: stranger.pid });
  writePart(home, {
    part: 'api',
    supervisorPid: stranger.pid,
    processes: [{ name: 'api', pid: stranger.pid, ready: true }],
  });
  // Written down before that process began.
  const anHourAgo = Date.now() / 1000 - 3_600;
  for (const file of ['keeper.json', 'parts/api.json'])
    utimesSync(join(home.path, file), anHourAgo, anHourAgo);
  await claimHome(home, 4242);
  expect(isAlive(stranger.pid)).toBe(true);
  expect(readKeeper(home)).toEqual({ pid: process.pid, starterPid: 4242 });
  stranger.child.kill('SIGKILL');
});
