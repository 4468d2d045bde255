import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const GOOD = {
  NODE_ENV: 'development',
  DATABASE_URL: 'postgres://localhost/dungji',
  REDIS_URL: 'redis://localhost',
  S3_ENDPOINT: 'http://localhost:9000',
  S3_BUCKET: 'dungji',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  REGISTRY_PORTAL_URL: 'http://127.0.0.1:4100/portal/',
  LEDGER_API_URL: 'http://127.0.0.1:4100/ledger/',
  LEDGER_API_KEY: 'a key',
  GENERATION_API_URL: 'http://127.0.0.1:4100/generation/',
};

describe('the environment', () => {
  it('needs only addresses in development', () => {
    expect(readEnv(GOOD)).toMatchObject({
      WORKER_QUEUES: ['issuance', 'ocr', 'approval', 'generation', 'maintenance'],
      REGISTRY_PORTAL_URL: 'http://127.0.0.1:4100/portal',
      GENERATION_API_URL: 'http://127.0.0.1:4100/generation',
      REGISTRY_PORTAL_USER: 'dungji',
      LEDGER_API_URL: 'http://127.0.0.1:4100/ledger',
      ADDRESS_API_URL: 'http://127.0.0.1:4100/ledger/addrlink/addrLinkApi.do',
      ADDRESS_API_KEY: 'a key',
      HEARTBEAT_INTERVAL_MS: 10_000,
    });
  });

  it.each([
    ['DATABASE_URL', 'mysql://localhost'],
    ['WORKER_QUEUES', 'issuance,typo'],
    ['WORKER_ID', 'with space'],
    ['HEARTBEAT_TTL_MS', '10000'],
    ['RETRY_BACKOFF_MS', 'soon'],
    ['STEP_TARGET_ALLOWLIST', 'https://hooks.example/'],
    ['GENERATION_API_URL', ''],
  ])('stops with one line that names %s, without its value', (name, value) => {
    const read = () => readEnv({ ...GOOD, [name]: value });
    expect(read).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it('wants a secret in production for the targets of steps, and knows no sandbox there', () => {
    const production = {
      ...GOOD,
      NODE_ENV: 'production',
      WORKER_QUEUES: 'approval',
      ADDRESS_API_KEY: 'k',
      REGISTRY_PORTAL_USER: 'u',
      REGISTRY_PORTAL_PASSWORD: 'p',
    };
    expect(readEnv(production)).toMatchObject({ SANDBOX_URL: null, STEP_SIGNING_SECRET: null });
    const targets = { ...production, STEP_TARGET_ALLOWLIST: 'hooks.example' };
    expect(() => readEnv(targets)).toThrow(/^STEP_SIGNING_SECRET: /);
    expect(() => readEnv({ ...targets, STEP_SIGNING_SECRET: 'short' })).toThrow(/^STEP_SIGNING_SECRET: /);
    expect(() => readEnv({ ...production, SANDBOX_URL: 'http://127.0.0.1:4100' })).toThrow(/^SANDBOX_URL: /);
  });

  it('asks for the portal account and the key of the address search in production', () => {
    expect(() => readEnv({ ...GOOD, NODE_ENV: 'production' })).toThrow(/^REGISTRY_PORTAL_USER: /);
    const account = { REGISTRY_PORTAL_USER: 'a', REGISTRY_PORTAL_PASSWORD: 'b', GENERATION_API_KEY: 'd' };
    const read = (more: object) => readEnv({ ...GOOD, NODE_ENV: 'production', ...account, ...more });
    expect(() => read({})).toThrow(/^ADDRESS_API_KEY: /);
    expect(read({ ADDRESS_API_KEY: 'c' })).toMatchObject({
      ADDRESS_API_URL: 'https://business.juso.go.kr/addrlink/addrLinkApi.do',
      ADDRESS_API_KEY: 'c',
    });
  });
});
