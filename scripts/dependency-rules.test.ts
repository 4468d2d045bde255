import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CRUISER = join(ROOT, 'node_modules/.bin/depcruise');

interface Found {
  modules: number;
  /** `rule: file that breaks it`. */
  broken: string[];
}

/** Checks a small tree of files, laid out as the house is, against the rules of the house. */
async function check(files: Record<string, string>): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'dungji-rules-'));
  const all = {
    ...files,
    'tsconfig.json': '{"compilerOptions": {"module": "ESNext", "moduleResolution": "Bundler"}}',
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const args = [
    '--config',
    join(ROOT, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
    'apps',
    'packages',
  ];
  // It ends with the number of violations, which are what we came for.
  const { stdout } = await promisify(execFile)(CRUISER, args, { cwd: folder }).catch((failure) => failure);
  rmSync(folder, { recursive: true });
  const { summary } = JSON.parse(stdout) as {
    summary: { totalCruised: number; violations: { rule: { name: string }; from: string }[] };
  };
  return {
    modules: summary.totalCruised,
    broken: summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`),
  };
}

const MODULE = 'export const value = 1; export type AppRouter = number;\n';
const upTo = (from: string, to: string) => `${'../'.repeat(from.split('/').length - 1)}${to}`;

it('the rules look at modules, and let through what the house allows', { timeout: 60_000 }, async () => {
  const { modules, broken } = await check({
    'packages/contracts/src/index.ts': MODULE,
    'packages/db/src/index.ts': `export { value } from '../../contracts/src/index.ts';\n`,
    'apps/worker/src/main.ts': `import { value } from '../../../packages/db/src/index.ts';\nconsole.log(value);\n`,
    'apps/api/src/router-type.ts': MODULE,
    'apps/web/src/main.ts': `import type { AppRouter } from '../../api/src/router-type.ts';\nexport type A = AppRouter;\n`,
  });
  expect(broken).toEqual([]);
  expect(modules).toBe(5);
});

describe('a forbidden import is caught', () => {
  const BETWEEN_PARTS = [
    ['contracts-know-nobody', 'packages/contracts/src/a.ts', 'packages/db/src/index.ts'],
    ['server-packages-know-contracts-only', 'packages/db/src/a.ts', 'packages/redis/src/index.ts'],
    ['server-packages-know-contracts-only', 'packages/storage/src/a.ts', 'apps/api/src/index.ts'],
    ['client-knows-contracts-and-the-router-type', 'packages/client/src/a.ts', 'packages/db/src/index.ts'],
    ['web-knows-contracts-and-the-client', 'apps/web/src/a.ts', 'packages/storage/src/index.ts'],
    ['router-type-is-only-a-type', 'apps/web/src/b.ts', 'apps/api/src/router-type.ts'],
    ['router-type-is-only-a-type', 'packages/client/src/b.ts', 'apps/api/src/router-type.ts'],
    ['apps-do-not-import-each-other', 'apps/worker/src/a.ts', 'apps/api/src/index.ts'],
    ['sandbox-knows-nobody', 'apps/sandbox/src/a.ts', 'packages/contracts/src/index.ts'],
    ['dev-services-for-development-only', 'apps/worker/src/b.ts', 'packages/dev-services/src/index.ts'],
    ['testing-stays-in-tests', 'apps/api/src/a.ts', 'packages/db/src/testing/index.ts'],
    ['tests-are-not-imported', 'apps/api/src/b.ts', 'apps/api/src/c.test.ts'],
  ] as const;
  const OF_LIBRARIES = [
    ['worker-serves-nothing', 'apps/worker/src/c.ts', 'express'],
    ['api-drives-no-browser', 'apps/api/src/d.ts', 'playwright'],
    ['sql-lives-in-db', 'apps/worker/src/d.ts', 'pg'],
    ['sql-lives-in-db', 'packages/redis/src/a.ts', 'typeorm'],
  ] as const;
  let found: Found;

  beforeAll(async () => {
    const files: Record<string, string> = {
      'apps/api/src/cycle-1.ts': `import { b } from './cycle-2.ts';\nexport const a = b;\n`,
      'apps/api/src/cycle-2.ts': `import { a } from './cycle-1.ts';\nexport const b = a;\n`,
      'apps/api/src/lost.ts': `import './nowhere.ts';\n`,
    };
    for (const [, from, to] of BETWEEN_PARTS) {
      files[to] = MODULE;
      files[from] = `import { value } from '${upTo(from, to)}';\nconsole.log(value);\n`;
    }
    for (const [, from, library] of OF_LIBRARIES) {
      const folder = `${from.split('/').slice(0, 2).join('/')}/node_modules/${library}`;
      files[`${folder}/package.json`] = JSON.stringify({ name: library, main: 'index.js' });
      files[`${folder}/index.js`] = 'module.exports = {};\n';
      files[from] = `import library from '${library}';\nconsole.log(library);\n`;
    }
    found = await check(files);
  }, 60_000);

  it.each([...BETWEEN_PARTS, ...OF_LIBRARIES])('%s: %s may not import %s', (rule, from) => {
    expect(found.broken).toContain(`${rule}: ${from}`);
  });

  it('two modules may not need each other', () => {
    expect(found.broken).toContain('no-cycles: apps/api/src/cycle-1.ts');
  });

  it('an import nobody can find is an error, not a blind spot', () => {
    expect(found.broken).toContain('everything-resolves: apps/api/src/lost.ts');
  });
});
