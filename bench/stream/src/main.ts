import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { createTestDatabase } from '@dungji/db/testing';
import { startTestServices } from '@dungji/dev-services/testing';
import { type Idle, measureIdle } from './idle.ts';
import { EVENTS_PER_SECOND, type LatencyRound, measureLatency } from './latency.ts';
import { buildWeb, measurePaint } from './paint.ts';
import { makePeople } from './people.ts';
import { startReaders } from './readers.ts';
import { idleLines, latencyLines, paintLine } from './report.ts';
import { type RunningServer, SERVERS, type ServerName, startServer } from './servers.ts';
import { openWriter } from './writer.ts';

/** Streams of each latency measurement; each is measured in two rounds, the servers taking turns. */
const CROWDS = [100, 1_000];
const ROUNDS = 2;
const ROUND_SECONDS = 5;
const IDLE_STREAMS = 2_000;
const IDLE_SECONDS = 10;

/** All parts, unless some are named. */
const isAsked = (part: string): boolean => process.argv.length < 3 || process.argv.includes(part);

const services = process.env.TEST_DATABASE_URL ? null : await startTestServices();
if (services) Object.assign(process.env, services.env);
const redisUrl = process.env.TEST_REDIS_URL ?? '';
const redisPrefix = `bench-${randomBytes(6).toString('hex')}`;
const database = await createTestDatabase();
const env = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  DATABASE_URL: database.url,
  REDIS_URL: redisUrl,
  REDIS_PREFIX: redisPrefix,
  S3_ENDPOINT: process.env.TEST_S3_ENDPOINT ?? '',
  S3_BUCKET: process.env.TEST_S3_BUCKET ?? '',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  PUBLIC_URL: 'http://localhost:5173',
  AUTH_SECRET: randomBytes(32).toString('hex'),
  SSE_PING_MS: '5000',
};
const readers = startReaders();
const writer = await openWriter({ databaseUrl: database.url, redisUrl, redisPrefix });
const running = new Set<RunningServer>();
const start = async (name: ServerName, more: Record<string, string> = {}): Promise<RunningServer> => {
  const server = await startServer(name, { ...env, ...more });
  running.add(server);
  return server;
};
const stop = async (server: RunningServer): Promise<void> => {
  running.delete(server);
  await server.stop();
};
const load = (): string => loadavg()[0]?.toFixed(1) ?? '?';

try {
  if (isAsked('paint')) await measureScreen();
  const people =
    isAsked('latency') || isAsked('idle')
      ? await makePeople(database.db, IDLE_STREAMS, Math.max(...CROWDS))
      : [];
  if (isAsked('latency')) await measureAllLatencies();
  if (isAsked('idle')) await measureAllIdle();

  async function measureScreen(): Promise<void> {
    const loadBefore = load();
    const web = await buildWeb();
    const server = await start('dungji', { WEB_DIST: web.path });
    const tools = { writer, db: database.db, chromiumPath: process.env.CHROMIUM_PATH };
    const measured = await measurePaint(server, tools);
    await stop(server);
    await web.remove();
    console.log(`\ncommit acknowledged → painted in Chromium (load ${loadBefore} → ${load()})`);
    console.log(paintLine(measured));
  }

  async function measureAllLatencies(): Promise<void> {
    const servers = await Promise.all(SERVERS.map((name) => start(name)));
    for (const crowd of CROWDS) {
      const rounds = new Map<ServerName, LatencyRound[]>(SERVERS.map((name) => [name, []]));
      const loadBefore = load();
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const server of servers) {
          const measured = await measureLatency(
            { server, readers, writer },
            people.slice(0, crowd),
            ROUND_SECONDS,
          );
          rounds.get(server.name)?.push(measured);
        }
      }
      console.log(
        `\ncommit acknowledged → socket, ${crowd} streams, ${EVENTS_PER_SECOND} events/s (load ${loadBefore} → ${load()})`,
      );
      for (const line of latencyLines(rounds)) console.log(line);
    }
    await Promise.all(servers.map(stop));
  }

  async function measureAllIdle(): Promise<void> {
    const loadBefore = load();
    const measured = new Map<ServerName, Idle>();
    for (const name of SERVERS) {
      const server = await start(name);
      measured.set(name, await measureIdle(server, readers, people, IDLE_SECONDS));
      await stop(server);
    }
    console.log(
      `\n${IDLE_STREAMS} idle streams on one process, pings every 5 s (load ${loadBefore} → ${load()})`,
    );
    for (const line of idleLines(measured)) console.log(line);
  }
} finally {
  await Promise.all([...running].map(stop));
  readers.stop();
  await writer.close();
  await database.drop();
  await services?.stop();
}
console.log(`\nload at the end ${load()}`);
