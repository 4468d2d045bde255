import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../env.ts';
import { freePort } from '../ports.ts';
import { startCluster, stopCluster } from '../postgres/cluster.ts';
import { isAlive, sendSignal } from '../process/processes.ts';
import { sayNothing } from '../progress.ts';
import { findRedis } from '../redis/find-redis.ts';
import { startRedisServer, stopRedisServer } from '../redis/server.ts';
import { type S3Access, startS3Server, stopS3Server } from '../s3/server.ts';
import { machineOf } from '../stack/services.ts';
import { waitUntil } from '../wait-until.ts';

/** The system takes a moment to bury what was killed. */
const KILLED_WITHIN_MS = 10_000;

/** A server of a test's own, to take away and bring back. */
export interface TestServer {
  port: number;
  readonly pid: number;
  /** Gracefully; its data is deleted. Harmless when it has ended already. */
  stop(): Promise<void>;
  /** As a crash: SIGKILL. Its data is deleted. */
  kill(): Promise<void>;
  /** Accepts connections and answers nothing, as in a long pause of the machine. */
  freeze(): void;
  thaw(): void;
}

/** @param o.port to come back on the port of an earlier one, empty */
export async function startRedis(o: { port?: number } = {}): Promise<TestServer & { url: string }> {
  const settings = readSettings();
  const folder = newFolder('redis');
  const server = await startRedisServer({
    program: await findRedis(machineOf(settings, sayNothing)),
    ...places(folder),
    port: o.port ?? (await freePort()),
    env: settings.env,
    durable: false,
  });
  return { url: server.url, ...controls(server, folder, stopRedisServer) };
}

/** A Postgres that can also be killed and come back with its data. */
export interface TestPostgres extends TestServer {
  url: string;
  /** As after a crash: it is killed with all connections, and after `whileAway` started again on the same port. */
  restart(whileAway?: () => Promise<void>): Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const folder = newFolder('postgres');
  const start = (port?: number) =>
    startCluster({
      ...places(folder),
      password: 'a-test-has-no-secrets',
      port: async () => port ?? freePort(),
      env: readSettings().env,
      durable: false,
    });
  const server = await start();
  const { url, port } = server;
  return Object.assign(controls(server, folder, stopCluster), {
    url,
    async restart(whileAway?: () => Promise<void>) {
      const { pid } = server;
      sendSignal(pid, 'SIGKILL');
      await waitUntil(() => !isAlive(pid), { timeoutMs: KILLED_WITHIN_MS, what: 'the end of Postgres' });
      await whileAway?.();
      server.pid = (await start(port)).pid;
    },
  });
}

export async function startS3(
  o: { port?: number; bucket?: string } = {},
): Promise<TestServer & { access: S3Access }> {
  const folder = newFolder('s3');
  const server = await startS3Server({
    minio: null,
    ...places(folder),
    port: o.port ?? (await freePort()),
    bucket: o.bucket ?? 'dungji-test',
    region: 'us-east-1',
    env: readSettings().env,
  });
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server;
  const access = { endpoint, region, bucket, accessKeyId, secretAccessKey };
  return { access, ...controls(server, folder, stopS3Server) };
}

function newFolder(service: string): string {
  const folder = mkdtempSync(join(tmpdir(), `dungji-test-${service}-`));
  // As root, Postgres runs under another account, which must be able to pass.
  chmodSync(folder, 0o755);
  return folder;
}

function places(folder: string) {
  return { dataDir: join(folder, 'data'), logFile: join(folder, 'log') };
}

function controls(
  server: { pid: number; port: number },
  folder: string,
  end: (pid: number) => Promise<void>,
): TestServer {
  // A runner that is interrupted ends without the test's own clean-up.
  const atExit = () => sendSignal(server.pid, 'SIGKILL');
  process.once('exit', atExit);
  const finish = async () => {
    // A frozen process hears nothing but SIGKILL.
    sendSignal(server.pid, 'SIGCONT');
    if (isAlive(server.pid)) await end(server.pid);
    process.off('exit', atExit);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    get pid() {
      return server.pid;
    },
    port: server.port,
    stop: finish,
    async kill() {
      sendSignal(server.pid, 'SIGKILL');
      await finish();
    },
    freeze: () => void sendSignal(server.pid, 'SIGSTOP'),
    thaw: () => void sendSignal(server.pid, 'SIGCONT'),
  };
}
