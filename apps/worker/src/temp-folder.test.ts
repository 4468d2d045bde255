import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTempFolder } from './temp-folder.ts';

it('deletes what killed processes left, and only those', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'dungji-temp-test-'));
  const [gone, running] = ['999999999', String(process.ppid)];
  for (const name of [gone, running]) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, 'register.pdf'), '%PDF-');
  }
  const folder = await openTempFolder(parent);
  expect((await readdir(parent)).sort()).toEqual([running, String(process.pid)].sort());
  await folder.remove();
  expect(await readdir(parent)).toEqual([running]);
  await rm(parent, { recursive: true });
});
