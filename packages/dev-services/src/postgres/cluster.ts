import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { commandLine, isAlive, sendSignal, stopProcess } from '../process/processes.ts';
import { runCommand } from '../process/run-command.ts';
import { type Detached, spawnDetached } from '../process/spawn-detached.ts';
import { sha256 } from '../sha256.ts';
import { waitUntil } from '../wait-until.ts';
import { type Account, asAccount, canPass, postgresAccount } from './account.ts';
import { postgresBinaries } from './binaries.ts';

export interface ClusterOptions {
  /** Where the data should be. Root may have to use another place: the answer says which. */
  dataDir: string;
  logFile: string;
  password: string;
  /** Asked only when a new process is started. */
  port: () => Promise<number>;
  env: NodeJS.ProcessEnv;
  /** False for tests: faster, and worthless after a power cut. */
  durable: boolean;
}

export interface Cluster {
  /** With the database `postgres`. */
  url: string;
  pid: number;
  port: number;
  dataDir: string;
  /** How we came by it, for people. */
  how: string;
}

/** After a crash Postgres replays its log before it answers; a minute is far more than any development database needs. */
const READY_TIMEOUT_MS = 60_000;
/** A process of an earlier run that does not answer for so long is not coming back. */
const ADOPT_TIMEOUT_MS = 10_000;
/** A fast shutdown writes a checkpoint. */
const STOP_GRACE_MS = 10_000;

/** A running Postgres on this data directory: the one that outlived an earlier run, else a new process. */
export async function startCluster(o: ClusterOptions): Promise<Cluster> {
  const account = await postgresAccount(o.env);
  const dataDir = await reachableDataDir(o.dataDir, account, o.env);
  const survivor = await adopt(dataDir, o.password);
  if (survivor) return survivor;

  const binaries = await postgresBinaries(account, o.env);
  const isNew = !existsSync(join(dataDir, 'PG_VERSION'));
  if (isNew) await createCluster(binaries.initdb, dataDir, account, o);
  const port = await o.port();
  const url = clusterUrl(port, o.password);
  const pid = await launch(binaries.postgres, dataDir, port, url, account, o);
  return { url, pid, port, dataDir, how: isNew ? 'new database' : 'started' };
}

/** Stops the Postgres of a data directory, whoever started it. Open connections are cut. */
export async function stopCluster(pid: number): Promise<void> {
  await stopProcess(pid, { signal: 'SIGINT', graceMs: STOP_GRACE_MS });
}

/** Where root's Postgres keeps its data when its account cannot enter the home: by the home's name, so it is found again. */
export function dataDirElsewhere(wanted: string): string {
  return `/var/tmp/dungji-data-${sha256(wanted).slice(0, 12)}/postgres`;
}

async function reachableDataDir(wanted: string, account: Account, env: NodeJS.ProcessEnv): Promise<string> {
  return (await canPass(account, wanted, env)) ? wanted : dataDirElsewhere(wanted);
}

function clusterUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  // A server that is still starting cuts the connection; without a listener that would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function adopt(dataDir: string, password: string): Promise<Cluster | null> {
  const pidFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 1 && isAlive(pid) && (await commandLine(pid)).includes(dataDir))) {
    // The number may belong to another program by now, and Postgres would refuse to start because of it.
    rmSync(pidFile, { force: true });
    return null;
  }
  const url = clusterUrl(port, password);
  const answered = await waitUntil(() => answers(url), {
    timeoutMs: ADOPT_TIMEOUT_MS,
    what: 'Postgres',
  }).catch(() => false);
  if (answered) return { url, pid, port, dataDir, how: 'still running' };
  sendSignal(pid, 'SIGQUIT');
  await stopProcess(pid, { signal: 'SIGQUIT', graceMs: STOP_GRACE_MS });
  rmSync(pidFile, { force: true });
  return null;
}

/** Made under another name first: an interrupted start leaves no half-made cluster behind. */
async function createCluster(
  initdb: string,
  dataDir: string,
  account: Account,
  o: ClusterOptions,
): Promise<void> {
  const draft = `${dataDir}.draft`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dirname(draft), { recursive: true, mode: 0o755 });
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = `${dataDir}.password`;
  writeFileSync(passwordFile, o.password, { mode: 0o600 });
  if (account.kind === 'other') {
    chownSync(draft, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  const flags = [
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  ];
  const run = asAccount(account, initdb, ['-D', draft, ...flags, ...(o.durable ? [] : ['--no-sync'])]);
  const result = await runCommand(run.command, run.args, {
    env: o.env,
    cwd: '/',
    timeoutMs: READY_TIMEOUT_MS,
    account: run.account,
  });
  rmSync(passwordFile, { force: true });
  if (result.code !== 0) throw new Error(`initdb failed: ${result.stderr.trim() || result.stdout.trim()}`);
  renameSync(draft, dataDir);
}

async function launch(
  postgres: string,
  dataDir: string,
  port: number,
  url: string,
  account: Account,
  o: ClusterOptions,
): Promise<number> {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  // What was committed still survives a crash of the server itself, which tests bring about.
  if (!o.durable) settings.push('fsync=off', 'full_page_writes=off');
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const run = asAccount(account, postgres, ['-D', dataDir, '-p', String(port), ...flags]);
  // Children of a postmaster that was killed take a moment to notice, and until then it may not be started again.
  const endsAt = performance.now() + ADOPT_TIMEOUT_MS;
  for (;;) {
    const server = await spawnDetached(run.command, run.args, {
      logFile: o.logFile,
      env: o.env,
      account: run.account,
    });
    if (await becameReady(server, url)) return server.pid;
    if (performance.now() > endsAt) throw new Error(`Postgres did not start: ${server.lastLines()}`);
    await pause(500);
  }
}

async function becameReady(server: Detached, url: string): Promise<boolean> {
  return waitUntil(async () => (server.hasEnded() ? 'ended' : await answers(url)), {
    timeoutMs: READY_TIMEOUT_MS,
    what: 'Postgres to answer',
  }).then((outcome) => outcome === true);
}
