import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEFAULT_LIMITS, TaskId } from '@dungji/contracts';
import { claimTask, type Db, type Fence, openDb, planObject, reportProgress, settleIssued } from '@dungji/db';
import { type EventPublisher, openEventPublisher } from '@dungji/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, openApiWorld } from '../../../apps/api/src/testing/api-world.ts';

/** Packing builds, and installing may have to fetch. */
const PATIENCE_MS = 120_000;

const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const runs = promisify(execFile);
const offline = { ...process.env, npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' };

/** A project that has nothing to do with this workspace. */
let project: string;
let world: ApiWorld;
let who: Caller;
let publisher: EventPublisher;
let db: Db;
beforeAll(async () => {
  world = await openApiWorld();
  who = await world.person();
  publisher = openEventPublisher({ url: world.env.REDIS_URL, prefix: world.env.REDIS_PREFIX });
  db = await openDb({ url: world.databaseUrl, onEvents: (events) => publisher.publish(events) });
  project = await mkdtemp(join(tmpdir(), 'dungji-outside-'));
  await install();
}, PATIENCE_MS);
afterAll(async () => {
  await db.close();
  publisher.close();
  await world.close();
  await rm(project, { recursive: true, force: true });
});

async function install(): Promise<void> {
  const { devEngines } = JSON.parse(await readFile(root('package.json'), 'utf8'));
  const { name, version } = devEngines.packageManager;
  const pack = ['--yes', `${name}@${version}`, 'pack', '--pack-destination', project];
  await runs('npx', pack, { cwd: root('packages/client'), env: offline });
  const [tarball = ''] = await readdir(project);
  const manifest = { name: 'outside', private: true, type: 'module' };
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
  await runs('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project, env: offline });
  await cp(root('examples/watch-a-task/src'), join(project, 'src'), { recursive: true });
}

/** Checks the program as strictly as can be, the declarations of its dependencies included, and compiles it. */
async function compile(options: Record<string, unknown>): Promise<void> {
  const tsconfig = {
    compilerOptions: {
      target: 'ES2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [root('node_modules/@types')],
      rootDir: 'src',
      outDir: 'built',
      ...options,
    },
    include: ['src'],
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(tsconfig));
  await runs(process.execPath, [root('node_modules/typescript/bin/tsc'), '-p', project]).catch(({ stdout }) =>
    expect.fail(stdout),
  );
}

/** What a worker does. */
async function work(taskId: TaskId): Promise<void> {
  const fence: Fence = { taskId, attempt: 1, bootId: 'boot-1' };
  await claimTask(db, { ...fence, workerId: 'worker-1', limits: DEFAULT_LIMITS });
  await reportProgress(db, fence, { done: 1, total: 6, label: 'search' });
  const objectKey = `documents/${taskId}.pdf`;
  await planObject(db, { key: objectKey, purpose: 'document', taskId });
  const document = {
    objectKey,
    fileName: '등기사항전부증명서.pdf',
    contentType: 'application/pdf',
    sizeBytes: 1_234,
    sha256: '0'.repeat(64),
  };
  await settleIssued(db, fence, { document, limits: DEFAULT_LIMITS });
}

describe('the packed client, installed in an empty project', { timeout: PATIENCE_MS }, () => {
  it('brings nothing along but the library that its types are written in', async () => {
    const modules = await readdir(join(project, 'node_modules'));
    expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['@dungji', 'zod']);
    const installed = join(project, 'node_modules/@dungji/client');
    for (const file of ['dist/index.js', 'dist/index.d.ts'])
      expect(await readFile(join(installed, file), 'utf8')).not.toMatch(/(from|import\()\s*["'](?!zod["'])/);
    expect(await readFile(join(installed, 'dist/LICENSES.txt'), 'utf8')).toContain('MIT');
  });

  it.each([
    ['Node’s own resolution', { module: 'NodeNext' }],
    [
      'a bundler’s, with the types of a browser',
      { module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022', 'DOM'] },
    ],
  ])('is typed under %s', (_name, options) => compile(options));

  it('starts work, tells of its steps and its end, and keeps no program alive', async () => {
    await compile({ module: 'NodeNext' });
    const { key } = (await who.mutate<{ key: string }>('apiKeys.create', { name: 'outside' })).data;
    const program = spawn(process.execPath, ['built/main.js'], {
      cwd: project,
      env: { PATH: process.env.PATH, DUNGJI_URL: world.api.url, DUNGJI_API_KEY: key },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(program, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface({ input: program.stdout })) {
      lines.push(line);
      if (line === 'PENDING') await work(TaskId.parse(lines[0]?.replace('accepted ', '')));
    }
    expect(await ended).toEqual([0, null]);
    const [accepted, pending, ...rest] = lines;
    const [document, link] = rest.splice(-2);
    expect([accepted, pending]).toEqual([expect.stringMatching(/^accepted tsk_/), 'PENDING']);
    // How many steps it sees depends on when its stream began.
    for (const line of rest) expect(line).toMatch(/^PROCESSING/);
    expect([document, link]).toEqual([expect.stringMatching(/^stored doc_/), expect.stringMatching(/^http/)]);
  });
});
