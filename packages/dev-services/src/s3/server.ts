import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { commandLine, isAlive, stopProcess } from '../process/processes.ts';
import { spawnDetached } from '../process/spawn-detached.ts';
import { waitUntil } from '../wait-until.ts';

export interface S3Access {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Server extends S3Access {
  port: number;
  pid: number;
  how: string;
}

export interface S3Options {
  /** A MinIO program, or null for the embedded server. */
  minio: string | null;
  dataDir: string;
  logFile: string;
  port: number;
  bucket: string;
  region: string;
  env: NodeJS.ProcessEnv;
}

const READY_TIMEOUT_MS = 20_000;
const STOP_GRACE_MS = 5000;
/** The only account the embedded server knows. It looks at the name and never at the signature. */
const EMBEDDED_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
/** MinIO refuses a secret of fewer than eight characters. */
const MINIO_KEYS = { accessKeyId: 'dungji', secretAccessKey: 'dungji-development' };
const EMBEDDED = fileURLToPath(new URL('s3rver-process.mjs', import.meta.url));

/** The S3 of an earlier run that still serves this data directory, or null. */
export async function adoptS3(
  o: Pick<S3Options, 'dataDir' | 'bucket' | 'region'> & { port: number | undefined; pid: number | undefined },
): Promise<S3Server | null> {
  if (o.port === undefined) return null;
  const embedded = await embeddedPid(o.port, o.dataDir);
  const pid = embedded ?? (await minioPid(o.port, o.dataDir, o.pid));
  if (pid === null) return null;
  return {
    ...access(o.port, o, embedded ? EMBEDDED_KEYS : MINIO_KEYS),
    port: o.port,
    pid,
    how: 'still running',
  };
}

export async function startS3Server(o: S3Options): Promise<S3Server> {
  mkdirSync(o.dataDir, { recursive: true });
  const [command, args] = o.minio
    ? [o.minio, ['server', '--quiet', '--address', `127.0.0.1:${o.port}`, o.dataDir]]
    : [process.execPath, [EMBEDDED, String(o.port), o.dataDir, o.bucket]];
  const env = {
    ...o.env,
    MINIO_ROOT_USER: MINIO_KEYS.accessKeyId,
    MINIO_ROOT_PASSWORD: MINIO_KEYS.secretAccessKey,
  };
  const server = await spawnDetached(command, args, { logFile: o.logFile, env, cwd: o.dataDir });
  const look = async () => (server.hasEnded() ? 'ended' : await isUp(o.port));
  const outcome = await waitUntil(look, { timeoutMs: READY_TIMEOUT_MS, what: 'S3 to answer' });
  if (outcome === 'ended') throw new Error(`S3 did not start: ${server.lastLines()}`);
  const keys = o.minio ? MINIO_KEYS : EMBEDDED_KEYS;
  const how = `started, ${o.minio ?? 's3rver'}`;
  return { ...access(o.port, o, keys), port: o.port, pid: server.pid, how };
}

export function stopS3Server(pid: number): Promise<void> {
  return stopProcess(pid, { graceMs: STOP_GRACE_MS });
}

function access(port: number, o: { bucket: string; region: string }, keys: typeof MINIO_KEYS): S3Access {
  return { endpoint: `http://127.0.0.1:${port}`, region: o.region, bucket: o.bucket, ...keys };
}

async function isUp(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2000) });
  await response.body?.cancel();
  return response.status < 500;
}

async function embeddedPid(port: number, dataDir: string): Promise<number | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/__dungji`, { signal: AbortSignal.timeout(2000) });
    const identity = z.object({ pid: z.number(), directory: z.string() }).parse(await response.json());
    return identity.directory === dataDir ? identity.pid : null;
  } catch {
    return null;
  }
}

async function minioPid(port: number, dataDir: string, pid: number | undefined): Promise<number | null> {
  if (pid === undefined || !isAlive(pid)) return null;
  const isOurs = (await commandLine(pid)).includes(dataDir);
  return isOurs && (await isUp(port).catch(() => false)) ? pid : null;
}
