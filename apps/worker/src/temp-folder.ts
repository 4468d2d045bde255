import { mkdir, readdir, rm } from 'node:fs/promises';
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
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (const name of await readdir(parent)) {
    if (!isRunning(Number(name))) await removeFolder(join(parent, name));
  }
  const path = join(parent, String(process.pid));
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, remove: () => removeFolder(path) };
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
