// npm test: every check there is, with services of its own beside a running stack. The last line is `N passed, N failed`.
// Plain Node without dependencies: it runs before they are there.
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PNPM, PNPM_ENV, ROOT, requireNode } from './pnpm.mjs';
import { killStack, STACK_MARK } from './stack-processes.mjs';
import { playwrightResult, turboResult, vitestResult } from './test-results.mjs';

requireNode();
const LOGS = join(ROOT, '.dungji/test/logs');
mkdirSync(LOGS, { recursive: true });

const only = process.argv.slice(2).filter((word) => !word.startsWith('-'));
/** What every process of this run carries. */
const MARK = `test-${process.pid}`;
const env = {
  ...process.env,
  ...PNPM_ENV,
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
  TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json'),
  TURBO_TELEMETRY_DISABLED: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  DO_NOT_TRACK: '1',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  FORCE_COLOR: '0',
  [STACK_MARK]: MARK,
};
// What is set for a development stack is not for tests to fill or to empty.
for (const name of ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT', 'PUBLIC_URL', 'DUNGJI_HOME', 'NODE_ENV'])
  delete env[name];

const running = new Set();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) {
      try {
        process.kill(-child.pid, 'SIGINT');
      } catch {
        // It has ended.
      }
    }
  });
}

/** Runs a command to its end, its output going to a log. */
function run(name, [command, ...args], extraEnv = {}) {
  if (interrupted) return Promise.resolve({ code: 1, log: 'interrupted', stdout: '' });
  return new Promise((done) => {
    const file = createWriteStream(join(LOGS, `${name}.log`));
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...env, ...extraEnv },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let log = '';
    let stdout = '';
    const take = (chunk) => {
      log += chunk;
      file.write(chunk);
    };
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      take(chunk);
    });
    child.stderr.on('data', take);
    child.once('error', (error) => take(`${command} could not be started: ${error.message}\n`));
    child.once('close', (code) => {
      running.delete(child);
      file.end();
      done({ code: code ?? 1, log, stdout });
    });
  });
}

const seconds = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
const total = { passed: 0, failed: 0 };

/** Runs one stage and says what came of it; failures in full. A stage that checked nothing has failed. */
async function stage(name, check) {
  if (interrupted || (only.length > 0 && !only.includes(name))) return;
  const startedAt = performance.now();
  const beat = setInterval(
    () => console.log(`  ${name} is still running after ${seconds(startedAt)}`),
    30_000,
  );
  const result = await check();
  clearInterval(beat);
  if (result.passed + result.failed === 0) {
    result.failed = 1;
    result.report = `${name} checked nothing.\n${result.report ?? ''}`;
  }
  total.passed += result.passed;
  total.failed += result.failed;
  const skipped = result.skipped ? `, ${result.skipped} skipped` : '';
  console.log(
    `${result.failed ? '✗' : '✓'} ${name.padEnd(9)} ${result.passed} passed, ${result.failed} failed${skipped} (${seconds(startedAt)})`,
  );
  if (result.failed && result.report) console.log(`${result.report.trim()}\n`);
}

/** A command that is one check: it passes with exit code 0. */
async function oneCheck(name, command) {
  const { code, log } = await run(name, command);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, report: log };
}

async function types() {
  const { code, log } = await run('types', [
    ...PNPM,
    'exec',
    'turbo',
    'typecheck',
    '--continue',
    '--output-logs=errors-only',
  ]);
  return turboResult(code, log);
}

const TREES = ['apps', 'packages', 'e2e', 'scripts', 'examples', 'bench'].filter((folder) =>
  existsSync(join(ROOT, folder)),
);

/** Counts the modules too: with a compiler it cannot use, the tool checks nothing and is content. */
async function imports() {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...TREES];
  const { stdout, log } = await run('imports', ['depcruise', ...args]);
  try {
    const { summary } = JSON.parse(stdout);
    const errors = summary.violations.filter((violation) => violation.rule.severity === 'error');
    if (summary.totalCruised === 0) return { passed: 0, failed: 1, report: 'No module was checked.' };
    const report = errors.map(
      ({ rule, from, to, cycle }) =>
        `${rule.name}: ${from} → ${cycle?.map((c) => c.name ?? c).join(' → ') ?? to}`,
    );
    return errors.length === 0
      ? { passed: 1, failed: 0 }
      : { passed: 0, failed: 1, report: report.join('\n') };
  } catch {
    return { passed: 0, failed: 1, report: log };
  }
}

async function vitest(name, project) {
  const file = join(LOGS, `${name}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code, log } = await run(name, [
    'vitest',
    'run',
    '--project',
    project,
    '--maxWorkers=2',
    ...reporters,
  ]);
  return vitestResult(code, log, readReport(file));
}

async function e2e() {
  const file = join(LOGS, 'e2e.json');
  rmSync(file, { force: true });
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'];
  const { code, log } = await run('e2e', [join(ROOT, 'e2e/node_modules/.bin/playwright'), ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return playwrightResult(code, log, readReport(file));
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

const startedAt = performance.now();
const install = await run('install', [...PNPM, 'install', '--prefer-offline']);
console.log(`${install.code === 0 ? '✓' : '✗'} install   (${seconds(startedAt)})`);
if (install.code !== 0) {
  console.log(install.log.trim());
  total.failed += 1;
} else {
  const chromium = await run('chromium', [
    process.execPath,
    '--import',
    'tsx',
    'packages/dev-services/src/bin/find-chromium.ts',
  ]);
  if (chromium.code === 0) env.CHROMIUM_PATH = chromium.stdout.trim();
  console.log(`${chromium.code === 0 ? '✓' : '✗'} chromium  ${env.CHROMIUM_PATH ?? chromium.log.trim()}`);

  await stage('types', types);
  await stage('lint', () => oneCheck('lint', ['biome', 'check', '.']));
  await stage('unused', () => oneCheck('unused', ['knip', '--no-config-hints']));
  await stage('imports', imports);
  await stage('unit', () => vitest('unit', 'node'));
  await stage('stories', () => vitest('stories', 'stories'));
  await stage('e2e', e2e);
}
if (interrupted) total.failed += 1;
// Servers and browsers of tests that were cut off.
killStack(MARK);
console.log(`\nAll of it took ${seconds(startedAt)}. Logs: .dungji/test/logs`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
