import { homedir } from 'node:os';
import { chromiumSources, findChromium } from '../chromium/find-chromium.ts';
import { koreanFontConfig } from '../chromium/korean-font.ts';
import type { Settings } from '../env.ts';
import { startCluster } from '../postgres/cluster.ts';
import { type Say, timed } from '../progress.ts';
import { findRedis } from '../redis/find-redis.ts';
import { adoptRedis, requireRedis, startRedisServer } from '../redis/server.ts';
import { adoptS3, type S3Access, startS3Server } from '../s3/server.ts';
import type { Home } from '../state/home.ts';
import { portFor, rememberedPort, secretsOf } from '../state/remembered.ts';
import { find, type Machine } from '../tools.ts';
import { createMissingDatabase } from './database.ts';
import type { OwnPids } from './infra-file.ts';
import { stopServices } from './stop-services.ts';

/** The four things the stack stands on: ours, or those the environment names. */
export interface Services {
  databaseUrl: string;
  redisUrl: string;
  s3: S3Access;
  chromiumPath: string;
  /** Set where Chromium needs a font the system does not have. */
  fontConfig: string | null;
  /** Processes of ours; nothing for what was given to us. */
  pids: OwnPids;
}

interface BringUpOptions {
  settings: Settings;
  home: Home;
  say: Say;
  /** The processes of an earlier run, as far as it wrote them down. */
  earlier: OwnPids;
  /** False for tests. */
  durable: boolean;
}

/** A service and our process that serves it; none for one that was given to us. */
type Up<Found> = Found & { pid?: number | undefined };

export function machineOf(settings: Settings, say: Say): Machine {
  return {
    env: settings.env,
    searchPath: settings.searchPath,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    cacheDir: settings.cacheDir,
    say,
  };
}

/** Starts, adopts or takes as given each service, side by side. If one fails, the others are stopped again. */
export async function bringUpServices(o: BringUpOptions): Promise<Services> {
  const machine = machineOf(o.settings, o.say);
  const pids: OwnPids = {};
  const noting = async <Found>(name: keyof OwnPids, up: Promise<Up<Found>>): Promise<Up<Found>> => {
    const { pid } = await up;
    if (pid) pids[name] = pid;
    return up;
  };
  const redisUp = noting('redis', redis(o, machine));
  // Both may fetch with apt, which takes one lock: one after the other. Postgres comes from npm.
  const chromiumUp = redisUp.then(
    () => chromium(o, machine),
    () => null,
  );
  const all = [noting('postgres', postgres(o)), redisUp, noting('s3', s3(o, machine)), chromiumUp] as const;
  try {
    const [database, hints, storage, browser] = await Promise.all(all);
    if (!browser) throw new Error('no Redis, no Chromium');
    return { databaseUrl: database.url, redisUrl: hints.url, s3: storage.access, ...browser, pids };
  } catch (error) {
    await Promise.allSettled(all);
    await stopServices(pids);
    throw error;
  }
}

function postgres({ settings, home, say, durable }: BringUpOptions): Promise<Up<{ url: string }>> {
  const { databaseUrl } = settings;
  if (databaseUrl) {
    const given = async () => ({
      url: databaseUrl,
      created: await createMissingDatabase(databaseUrl),
      pid: undefined,
    });
    return timed(say, 'Postgres', given, () => 'the one of DATABASE_URL answers');
  }
  const start = async () => {
    const cluster = await startCluster({
      dataDir: home.dataDir('postgres'),
      logFile: home.logFile('postgres'),
      password: secretsOf(home).postgresPassword,
      port: () => portFor(home, 'postgres'),
      env: settings.env,
      durable,
    });
    const url = cluster.url.replace(/\/postgres$/, '/dungji');
    await createMissingDatabase(url);
    return { ...cluster, url };
  };
  return timed(say, 'Postgres', start, (cluster) => {
    const elsewhere = cluster.dataDir.startsWith(home.path) ? '' : `, data in ${cluster.dataDir}`;
    return `ready on port ${cluster.port}: ${cluster.how}${elsewhere}`;
  });
}

function redis(
  { settings, home, say, durable }: BringUpOptions,
  machine: Machine,
): Promise<Up<{ url: string }>> {
  const { redisUrl } = settings;
  if (redisUrl) {
    const given = async () => {
      await requireRedis(redisUrl);
      return { url: redisUrl, pid: undefined };
    };
    return timed(say, 'Redis', given, () => 'the one of REDIS_URL is used');
  }
  const dataDir = home.dataDir('redis');
  const start = async () =>
    (await adoptRedis(rememberedPort(home, 'redis'), dataDir)) ??
    startRedisServer({
      program: await findRedis(machine),
      dataDir,
      logFile: home.logFile('redis'),
      port: await portFor(home, 'redis'),
      env: settings.env,
      durable,
    });
  return timed(say, 'Redis', start, (server) => `ready on port ${server.port}: ${server.how}`);
}

function s3(
  { settings, home, say, earlier }: BringUpOptions,
  machine: Machine,
): Promise<Up<{ access: S3Access }>> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings.s3;
  if (endpoint && accessKeyId && secretAccessKey) {
    const given = async () => ({
      access: { endpoint, region, bucket, accessKeyId, secretAccessKey },
      pid: undefined,
    });
    return timed(say, 'S3', given, () => 'the one of S3_ENDPOINT is used');
  }
  const dataDir = home.dataDir('s3');
  const start = async () => {
    const port = rememberedPort(home, 's3');
    const server =
      (await adoptS3({ port, pid: earlier.s3, dataDir, bucket, region })) ??
      (await startS3Server({
        minio: find(machine, 'minio'),
        dataDir,
        logFile: home.logFile('s3'),
        port: await portFor(home, 's3'),
        bucket,
        region,
        env: settings.env,
      }));
    const { how, pid, port: taken, ...access } = server;
    return { access, pid, how, port: taken };
  };
  return timed(say, 'S3', start, (server) => `ready on port ${server.port}: ${server.how}`);
}

function chromium({ settings, say }: BringUpOptions, machine: Machine) {
  const search = async () => {
    const program = await findChromium(machine, chromiumSources(settings.chromiumPath));
    return {
      chromiumPath: program.path,
      foundBy: program.foundBy,
      fontConfig: await koreanFontConfig(machine),
    };
  };
  return timed(
    say,
    'Chromium',
    search,
    ({ chromiumPath }) => `found at ${chromiumPath.replace(homedir(), '~')}`,
  );
}
