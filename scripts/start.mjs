// npm start: installs, brings the whole stack up through `turbo dev`, and leaves nothing behind when it stops.
// Plain Node without dependencies: it runs before they are there.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { installedPnpm, rememberInstall, SHOW_PATH } from './install.mjs';
import { PNPM, PNPM_ENV, ROOT, requireNode } from './pnpm.mjs';
import { killStack, STACK_MARK, stackProcesses } from './stack-processes.mjs';
import { readableLine } from './turbo-lines.mjs';

/** The parts have 15 s to end, the services 10 s after that. */
const WIND_DOWN_MS = 30_000;
/** Nobody presses Ctrl-C twice so fast on purpose. */
const ONE_KEY_MS = 1000;

requireNode();
const home = process.env.DUNGJI_HOME ? resolve(ROOT, process.env.DUNGJI_HOME) : join(ROOT, '.dungji');
const env = {
  ...process.env,
  ...PNPM_ENV,
  DUNGJI_HOME: home,
  DUNGJI_STARTED_BY: String(process.pid),
  [STACK_MARK]: home,
  // Decorators compile only under a tsconfig that includes the file, and tsx looks at one alone.
  TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json'),
  // Node 20 is our floor until the SDK drops it; saying so at every start helps nobody.
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
};

let running = null;
let stopping = false;
let stoppingSince = 0;
/** Whether the state in this home is that of our stack. */
let owned = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (stopping) {
      // One Ctrl-C reaches us twice: from the terminal, and from npm, which passes it on.
      const isSecondWish = signal === 'SIGINT' && performance.now() - stoppingSince > ONE_KEY_MS;
      if (isSecondWish) killGroup('SIGKILL');
      return;
    }
    stopping = true;
    stoppingSince = performance.now();
    console.log('\nStopping …');
    // Turbo stops its tasks in order on SIGINT only.
    killGroup('SIGINT');
  });
}
if (process.env.npm_lifecycle_event || process.env.DUNGJI_STOP_WITH_PARENT) {
  // npm passes signals on, but one that is killed outright leaves us behind. Started in another way, as in the background of a
  // script, we may well outlive our parent.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.emit('SIGHUP'), 1000).unref();
}
// Whoever read our output has gone; the stack still has to be stopped in order.
process.stdout.on('error', () => process.emit('SIGHUP'));

function killGroup(signal) {
  try {
    if (running) process.kill(-running.pid, signal);
  } catch {
    // It has ended.
  }
}

/** Runs a command in a process group of its own to its end. Gives its exit code; null when we are stopping already. */
function run([command, ...args], { onLine, extraEnv = {} } = {}) {
  if (stopping) return Promise.resolve(null);
  return new Promise((done) => {
    const output = onLine ? 'pipe' : 'inherit';
    running = spawn(command, args, {
      cwd: ROOT,
      env: { ...env, ...extraEnv },
      detached: true,
      stdio: ['ignore', output, output],
    });
    for (const stream of onLine ? [running.stdout, running.stderr] : [])
      createInterface({ input: stream }).on('line', onLine);
    running.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      done(1);
    });
    running.once('close', (code) => done(code ?? 1));
  });
}

/** Installs what the lockfile asks for, unless that was done already. Gives the folder pnpm lies in; null when it failed. */
async function install() {
  const startedAt = performance.now();
  const known = installedPnpm();
  if (known || process.env.DUNGJI_SKIP_INSTALL) return known ?? '';
  const output = [];
  const code = await run([...PNPM, 'install', '--prefer-offline'], { onLine: (line) => output.push(line) });
  if (stopping) return null;
  if (code !== 0) {
    console.error(output.join('\n'));
    console.error('The dependencies could not be installed.');
    return null;
  }
  const searchPath = [];
  if ((await run(SHOW_PATH, { onLine: (line) => searchPath.push(line) })) === 0)
    rememberInstall(searchPath.at(-1) ?? '');
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${'Install'.padEnd(10)} dependencies are there (${seconds} s)`);
  return installedPnpm() ?? '';
}

const DEV_SERVICES = 'packages/dev-services/src/bin';
const script = (name) => [process.execPath, '--import', 'tsx', `${DEV_SERVICES}/${name}.ts`];

/** @param pnpmFolder where pnpm lies; empty to go through npx, which takes a second longer */
async function stack(pnpmFolder) {
  // Outside turbo, so its lines come out bare and a missing piece is the last thing said.
  const code = await run(script('infra-up'));
  owned = readKeeper()?.starterPid === process.pid;
  if (stopping || code !== 0) return stopping;
  console.log(`${'Apps'.padEnd(10)} starting web, api, worker and sandbox with turbo dev`);
  const onLine = (line) => {
    const readable = readableLine(line);
    if (readable !== null && !(stopping && readable.trim() === '')) console.log(readable);
  };
  const turbo = pnpmFolder ? [join(ROOT, 'node_modules/.bin/turbo')] : [...PNPM, 'exec', 'turbo'];
  const filter = process.env.DUNGJI_WITHOUT_WEB ? ['--filter=!@dungji/web'] : [];
  const ended = await run([...turbo, 'dev', '--log-order=stream', ...filter], {
    onLine,
    extraEnv: {
      DUNGJI_INFRA_IS_UP: '1',
      // Turbo runs each task through pnpm; that the dependencies are there is known.
      PATH: [...(pnpmFolder ? [pnpmFolder] : []), process.env.PATH].join(delimiter),
      npm_config_verify_deps_before_run: 'false',
    },
  });
  return stopping || ended === 0;
}

/** Waits for the orderly end, does it itself where nobody else has, and kills what then remains. */
async function leaveNothing() {
  // Another stack may live in this home, and then ours never began.
  if (!owned) return;
  stopping = true;
  const endsAt = performance.now() + WIND_DOWN_MS;
  const keeper = () => readKeeper()?.undertakerPid;
  while (keeper() && stackProcesses(home).includes(keeper()) && performance.now() < endsAt) await pause(100);
  if (stackProcesses(home).length > 0) {
    await new Promise((done) => {
      const [command, ...args] = script('infra-down');
      spawn(command, args, { cwd: ROOT, env, stdio: 'ignore', detached: true })
        .once('exit', done)
        .once('error', done);
    });
  }
  const lingering = performance.now() + 2000;
  while (stackProcesses(home).length > 0 && performance.now() < lingering) await pause(100);
  const killed = killStack(home);
  if (killed.length > 0) console.error(`Killed what did not stop: ${killed.join(', ')}`);
}

function readKeeper() {
  try {
    return JSON.parse(readFileSync(join(home, 'keeper.json'), 'utf8'));
  } catch {
    return null;
  }
}

function problem() {
  try {
    return readFileSync(join(home, 'problem.txt'), 'utf8').trim();
  } catch {
    return null;
  }
}

// What an earlier start said of itself says nothing of this one.
rmSync(join(home, 'problem.txt'), { force: true });
const pnpmFolder = await install();
const wasAsked = stopping;
const ok = pnpmFolder !== null && (await stack(pnpmFolder));
if (pnpmFolder !== null) await leaveNothing();
if (!ok && !wasAsked && problem()) console.error(`Dungji did not start. ${problem()}`);
else if (ok) console.log('Stopped; nothing is left running.');
process.exit(ok || wasAsked ? 0 : 1);
