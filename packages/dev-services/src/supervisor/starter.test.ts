import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { starterChain, watchProcesses } from './starter.ts';

it('the chain leads from the parent to whoever started the stack, and no further', async () => {
  expect(await starterChain(process.ppid)).toEqual([process.ppid]);
  // Somebody who is no ancestor of ours: only the parent counts.
  expect(await starterChain(1)).toEqual([process.ppid]);
});

it('the death of a starter, even by kill -9, is noticed', async () => {
  const starter = spawn('sleep', ['600']);
  await once(starter, 'spawn');
  const noticed = new Promise<void>((resolve) => {
    watchProcesses([process.pid, starter.pid ?? 0], resolve);
  });
  starter.kill('SIGKILL');
  const keepAwake = setTimeout(() => undefined, 10_000);
  await noticed;
  clearTimeout(keepAwake);
});
