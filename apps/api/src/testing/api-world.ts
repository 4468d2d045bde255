import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { ErrorData, Role } from '@dungji/contracts';
import type { Db } from '@dungji/db';
import { createTestDatabase } from '@dungji/db/testing';
import type { Logger } from 'pino';
import { type Env, readEnv } from '../env.ts';
import { openLogger } from '../logger.ts';
import { type RunningApi, startApi } from '../start.ts';

const PASSWORD = 'a-long-enough-password';

/** One api on a free port, over a database and a Redis prefix of its own. */
export interface ApiWorld {
  readonly api: RunningApi;
  readonly env: Env;
  /** A second connection, to look at and change rows behind the api's back; its commits publish nothing. */
  readonly db: Db;
  readonly databaseUrl: string;
  readonly logLines: string[];
  /** Writes those lines; for a part of the api that a test opens by itself. */
  readonly logger: Logger;
  /** A new account, signed in. */
  person(role?: Role): Promise<Caller>;
  /** Calls without any credential. */
  readonly nobody: Caller;
  /** A further api process' worth of api on the same database and Redis. */
  another(overrides?: Record<string, string>): Promise<RunningApi>;
  close(): Promise<void>;
}

export interface Answer<T = unknown> {
  readonly status: number;
  readonly data: T;
  readonly error: { message: string; code: number; data: ErrorData };
  readonly headers: Headers;
}

export interface Caller {
  readonly headers: Record<string, string>;
  readonly userId: string;
  readonly email: string;
  query<T = unknown>(path: string, input?: unknown): Promise<Answer<T>>;
  mutate<T = unknown>(path: string, input?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}

/** Sets what a test needs to differ from the defaults by environment variables, as an operator would. */
export async function openApiWorld(
  overrides: Record<string, string> = {},
  /** Where the api looks for the test's database, e.g. behind a line that can be cut. */
  databaseAt: (url: string) => string = (url) => url,
): Promise<ApiWorld> {
  const database = await createTestDatabase();
  const redisPrefix = `test-${randomBytes(6).toString('hex')}`;
  const source = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    API_PORT: '0',
    DATABASE_URL: databaseAt(database.url),
    DATABASE_POOL_MAX: '6',
    REDIS_URL: process.env.TEST_REDIS_URL,
    REDIS_PREFIX: redisPrefix,
    S3_ENDPOINT: process.env.TEST_S3_ENDPOINT,
    S3_BUCKET: process.env.TEST_S3_BUCKET ?? 'dungji-test',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    PUBLIC_URL: 'http://localhost:5173',
    AUTH_SECRET: 'a secret for tests that is long enough to be one',
    RATE_LIMIT_SIGN_INS_PER_MINUTE: '10000',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '100000',
    ...overrides,
  };
  const logLines: string[] = [];
  const logger = openLogger(
    'debug',
    new Writable({
      write(chunk, _encoding, done) {
        logLines.push(String(chunk));
        done();
      },
    }),
  );
  const env = readEnv(source);
  const api = await startApi(env, logger);
  const others: RunningApi[] = [];
  const { db } = database;

  async function person(role: Role = 'member'): Promise<Caller> {
    const email = `${randomBytes(8).toString('hex')}@example.test`;
    const response = await fetch(`${api.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, name: 'Somebody' }),
    });
    if (!response.ok) throw new Error(`sign-up answered ${response.status}: ${await response.text()}`);
    const { user } = (await response.json()) as { user: { id: string } };
    if (role !== 'member') await db.query('UPDATE auth_user SET role = $2 WHERE id = $1', [user.id, role]);
    return callerOf(api.url, { cookie: cookieOf(response) }, { userId: user.id, email });
  }

  return {
    api,
    env,
    db,
    databaseUrl: database.url,
    logLines,
    logger,
    person,
    nobody: callerOf(api.url, {}),
    async another(more = {}) {
      const running = await startApi(readEnv({ ...source, ...more }), logger);
      others.push(running);
      return running;
    },
    async close() {
      await Promise.all([api.stop(), ...others.map((other) => other.stop())]);
      await database.drop();
    },
  };
}

export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Calls procedures over HTTP as any program would. */
export function callerOf(
  url: string,
  headers: Record<string, string>,
  who: { userId: string; email: string } = { userId: '', email: '' },
): Caller {
  return {
    ...who,
    headers,
    async query(path, input) {
      const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return answerOf(await fetch(`${url}/trpc/${path}${search}`, { headers }));
    },
    async mutate(path, input, more = {}) {
      const response = await fetch(`${url}/trpc/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...more },
        ...(input !== undefined && { body: JSON.stringify(input) }),
      });
      return answerOf(response);
    },
  };
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const body = (await response.json()) as { result?: { data: T }; error?: Answer['error'] };
  return {
    status: response.status,
    data: body.result?.data,
    error: body.error,
    headers: response.headers,
  } as Answer<T>;
}

export const NEST = {
  name: '성수동 빌라',
  roadAddress: '서울특별시 성동구 왕십리로 83-21',
  detailAddress: '101동 1502호',
  buildingType: 'APARTMENT',
  depositKrw: 300_000_000,
  monthlyRentKrw: 0,
  landlordName: '홍길동',
  contractFrom: '2026-03-01',
  contractTo: '2028-02-29',
};
