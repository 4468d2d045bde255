import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
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

it('never uses a folder that another account may have laid there', async () => {
  const theirs = await mkdtemp(join(tmpdir(), 'dungji-temp-test-'));
  const link = `${theirs}-link`;
  await symlink(theirs, link);
  const file = `${theirs}-file`;
  await writeFile(file, '');
  for (const parent of [link, file]) {
    const folder = await openTempFolder(parent);
    expect(folder.path.startsWith(parent)).toBe(false);
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
    await folder.remove();
  }
  expect(await readdir(theirs)).toEqual([]);
  await Promise.all([link, file, theirs].map((path) => rm(path, { recursive: true })));
});

it('closes its own folder to others', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'dungji-temp-test-'));
  await chmod(parent, 0o777);
  const folder = await openTempFolder(parent);
  expect((await stat(parent)).mode & 0o777).toBe(0o700);
  await folder.remove();
  await rm(parent, { recursive: true });
});
