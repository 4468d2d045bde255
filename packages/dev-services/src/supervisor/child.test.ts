import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive, sendSignal } from '../process/processes.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { waitUntil } from '../wait-until.ts';
import { type Child, runChild } from './child.ts';

const PRELOAD = new URL('child-preload.mjs', import.meta.url).href;
const children: Child[] = [];

function run(script: string) {
  const folder = tempFolder('child');
  const file = join(folder, 'app.mjs');
  writeFileSync(file, script);
  const log = new PassThrough();
  const never: string[] = [];
  const child = runChild({
    name: 'app',
    args: ['--import', PRELOAD, file],
    cwd: folder,
    env: { ...process.env, FOLDER: folder },
    log,
    onChange: () => undefined,
    onNeverReady: (reason) => never.push(reason),
  });
  children.push(child);
  const ready = (notPid = 0) =>
    waitUntil(() => (child.current()?.ready && child.current()?.pid !== notPid ? child.current() : null), {
      timeoutMs: 10_000,
      what: 'readiness',
    });
  return { child, never, ready, folder, log };
}

const READY = `process.send({ type: 'ready' }); setInterval(() => {}, 1000);`;
const gone = (pid: number) => waitUntil(() => !isAlive(pid), { timeoutMs: 5000, what: 'its end' });

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()));
});

describe('a supervised process', () => {
  it('is back within a second after kill -9, with a new pid', async () => {
    const { ready } = run(READY);
    const { pid } = await ready();
    const killedAt = performance.now();
    sendSignal(pid, 'SIGKILL');
    await ready(pid);
    expect(performance.now() - killedAt).toBeLessThan(1500);
  });

  it('that keeps crashing is tried again with growing pauses', async () => {
    const { ready, folder, child, log } = run(`
      import { appendFileSync } from 'node:fs';
      appendFileSync(process.env.FOLDER + '/starts', 'x');
      process.send({ type: 'ready' }, () => setTimeout(() => process.exit(3), 50));
    `);
    await ready();
    await waitUntil(() => readFileSync(join(folder, 'starts'), 'utf8').length >= 3, {
      timeoutMs: 10_000,
      what: 'three starts',
    });
    await child.stop();
    expect(String(log.read())).toMatch(
      /ended with code 3; a new one starts in 0\.3 s[\s\S]*starts in 0\.6 s/,
    );
  });

  it('that ends before it was ever ready is given up, with its own one line as the reason', async () => {
    const { never } = run(`console.error('API_PORT: must be a number'); process.exit(1);`);
    await waitUntil(() => never.length > 0, { timeoutMs: 10_000, what: 'giving up' });
    expect(never).toEqual(['API_PORT: must be a number']);
  });

  it('is asked to stop before a new one starts; never are there two', async () => {
    const { ready, child, folder } = run(`
      import { appendFileSync } from 'node:fs';
      const note = (what) => appendFileSync(process.env.FOLDER + '/story', what + ' ');
      note('start');
      process.on('SIGTERM', () => setTimeout(() => { note('end'); process.exit(0); }, 100));
      ${READY}
    `);
    await ready();
    await Promise.all([child.restart(), child.restart()]);
    await ready();
    await child.stop();
    expect(readFileSync(join(folder, 'story'), 'utf8')).toMatch(/^start end (start end )*start( end)? $/);
    expect(child.current()).toBeNull();
  });

  it('leaves nothing of its group when it is stopped', async () => {
    const { ready, child, folder } = run(`
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      writeFileSync(process.env.FOLDER + '/grandchild', String(spawn('sleep', ['600']).pid));
      ${READY}
    `);
    await ready();
    const grandchild = Number(readFileSync(join(folder, 'grandchild'), 'utf8'));
    expect(isAlive(grandchild)).toBe(true);
    await child.stop();
    await gone(grandchild);
  });
});
