import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDownloadsFolder } from './downloads-folder.ts';

it('deletes the downloads of processes that are gone, and only those', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'dungji-downloads-test-'));
  const [gone, running] = ['999999999', String(process.ppid)];
  for (const name of [gone, running]) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, 'register.pdf'), '%PDF-');
  }
  const folder = await openDownloadsFolder(parent);
  expect((await readdir(parent)).sort()).toEqual([running, String(process.pid)].sort());
  await folder.remove();
  expect(await readdir(parent)).toEqual([running]);
  await rm(parent, { recursive: true });
});
