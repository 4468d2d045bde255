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

/** A server of a test's own, to take away and bring back. */
export interface TestServer {
  port: number;
  pid: number;
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

export async function startPostgres(o: { port?: number } = {}): Promise<TestServer & { url: string }> {
  const folder = newFolder('postgres');
  const server = await startCluster({
    ...places(folder),
    password: 'a-test-has-no-secrets',
    port: async () => o.port ?? freePort(),
    env: readSettings().env,
    durable: false,
  });
  return { url: server.url, ...controls(server, folder, stopCluster) };
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
  const { pid, port } = server;
  // A runner that is interrupted ends without the test's own clean-up.
  const atExit = () => sendSignal(pid, 'SIGKILL');
  process.once('exit', atExit);
  const finish = async () => {
    // A frozen process hears nothing but SIGKILL.
    sendSignal(pid, 'SIGCONT');
    if (isAlive(pid)) await end(pid);
    process.off('exit', atExit);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    pid,
    port,
    stop: finish,
    async kill() {
      sendSignal(pid, 'SIGKILL');
      await finish();
    },
    freeze: () => void sendSignal(pid, 'SIGSTOP'),
    thaw: () => void sendSignal(pid, 'SIGCONT'),
  };
}
