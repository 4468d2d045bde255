import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** What a phone on a slow line can load while somebody waits: Largest Contentful Paint within 1.5 s. */
const FIRST_PAGE_BYTES_MAX = 200_000;

let folder: string;
let manifest: Manifest;

beforeAll(async () => {
  // Otherwise React would be built with its checks for developers.
  vi.stubEnv('NODE_ENV', 'production');
  folder = await mkdtemp(join(tmpdir(), 'dungji-page-'));
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, manifest: 'manifest.json', sourcemap: false },
  });
  vi.unstubAllEnvs();
  manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** These chunks and all that they import before they run. */
function closureOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`not built: ${name}`);
    if (found.has(name)) continue;
    found.add(name);
    closureOf(chunk.imports ?? [], found);
  }
  return found;
}

const gzippedBytes = (names: Set<string>): number =>
  [...names].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(folder, manifest[name]?.file ?? ''))).byteLength,
    0,
  );

it.each([
  ['the sign-in page', ['index.html', 'src/auth/SignInPage.tsx']],
  ['the list of nests', ['index.html', 'src/shell/Shell.tsx', 'src/nest/NestListPage.tsx']],
])('%s needs no more than 200 KB of script, gzipped', (_, names) => {
  expect(gzippedBytes(closureOf(names))).toBeLessThanOrEqual(FIRST_PAGE_BYTES_MAX);
});

it('what only other pages need is not in the first script', () => {
  const first = closureOf(['index.html', 'src/shell/Shell.tsx', 'src/nest/NestListPage.tsx']);
  const modules = [...first].map((name) => manifest[name]?.file ?? '').join(' ');
  for (const other of [
    'ChecklistPage',
    'EvidencePage',
    'open-pdf',
    'OpsPage',
    'ApprovalsPage',
    'AccountMenu',
  ])
    expect(modules).not.toContain(other);
});
