import { chmod, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** One per account, and in it one per process, named by its pid: what a killed one left can be told from what is in use. */
const PARENT = join(tmpdir(), `dungji-worker-${userInfo().username}`);

/**
 * A private folder for all that this process, its browser and its readers put on the disk for a moment: downloads, profiles,
 * traces, pages of people's documents. Folders of processes that were killed are deleted first.
 */
export async function openTempFolder(
  parent: string = PARENT,
): Promise<{ path: string; remove(): Promise<void> }> {
  if (!(await isPrivate(parent))) {
    // Somebody else was there first and may read along. A name that nobody can guess is as good; only nothing is found to delete.
    const path = await mkdtemp(join(tmpdir(), 'dungji-worker-'));
    return { path, remove: () => removeFolder(path) };
  }
  for (const name of await readdir(parent)) {
    if (!isRunning(Number(name))) await removeFolder(join(parent, name));
  }
  const path = join(parent, String(process.pid));
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, remove: () => removeFolder(path) };
}

/** Makes it a folder for this account alone. False: the name is taken by a link, or by another account. */
async function isPrivate(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== userInfo().uid) return false;
    await chmod(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}

/** Another process may be deleting the same one. */
const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true }).catch(() => {});

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
