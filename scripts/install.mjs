import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PNPM, ROOT } from './pnpm.mjs';

/** Lies with what it speaks of, so it goes when node_modules goes. */
const RECORD = join(ROOT, 'node_modules/.dungji-install.json');
const PARENTS = ['apps', 'packages', 'examples', 'bench'];

/** Where the pnpm of the last install lies, when that install is still what the lockfile and the manifests ask for; else null. */
export function installedPnpm() {
  try {
    const record = JSON.parse(readFileSync(RECORD, 'utf8'));
    return record.fingerprint === fingerprint() && existsSync(record.pnpm) ? record.pnpm : null;
  } catch {
    return null;
  }
}

/** Remembers a finished install. `searchPath` is what pnpm finds on its PATH: npx put pnpm itself in front. */
export function rememberInstall(searchPath) {
  const pnpm = searchPath.split(delimiter).find((folder) => existsSync(join(folder, 'pnpm')));
  if (pnpm) writeFileSync(RECORD, JSON.stringify({ fingerprint: fingerprint(), pnpm }));
}

/** Prints the search path of whatever pnpm starts. */
export const SHOW_PATH = [...PNPM, 'exec', process.execPath, '-p', 'process.env.PATH'];

function fingerprint() {
  const hash = createHash('sha256');
  const manifests = PARENTS.flatMap((parent) =>
    foldersIn(parent).map((name) => join(parent, name, 'package.json')),
  );
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'e2e/package.json',
    ...manifests.sort(),
  ]) {
    if (existsSync(join(ROOT, file))) hash.update(file).update(readFileSync(join(ROOT, file)));
  }
  return hash.update(process.version).digest('hex');
}

function foldersIn(parent) {
  return existsSync(join(ROOT, parent)) ? readdirSync(join(ROOT, parent)) : [];
}
