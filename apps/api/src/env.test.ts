import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const GOOD = {
  DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/dungji',
  REDIS_URL: 'redis://127.0.0.1:6379',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_BUCKET: 'dungji',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'a very secret value',
  PUBLIC_URL: 'http://localhost:5173',
  AUTH_SECRET: 'thirty-two characters or more, really',
};

describe('readEnv', () => {
  it('fills in the port and every limit', () => {
    expect(readEnv(GOOD)).toMatchObject({ API_PORT: 4000, STREAM_CATCHUP_MS: 2_000, SSE_MAX_PER_USER: 50 });
  });

  it.each([
    ['DATABASE_URL', undefined],
    ['DATABASE_URL', 'mysql://nope'],
    ['API_PORT', 'many'],
    ['SSE_PING_MS', '0'],
    ['AUTH_SECRET', 'too short'],
    ['S3_ENDPOINT', 'nowhere'],
  ])('names %s in one line when it is %s, without quoting it', (name, value) => {
    const read = () => readEnv({ ...GOOD, [name]: value });
    expect(read).toThrow(new RegExp(`^${name}: [^\n]+$`));
    if (value !== undefined && value.length > 3) expect(read).not.toThrow(value);
  });

  it('refuses to send sessions in the clear in production', () => {
    expect(() => readEnv({ ...GOOD, NODE_ENV: 'production', PUBLIC_URL: 'http://dungji.example' })).toThrow(
      /^PUBLIC_URL/,
    );
    expect(
      readEnv({ ...GOOD, NODE_ENV: 'production', PUBLIC_URL: 'https://dungji.example' }).PUBLIC_URL,
    ).toBeTruthy();
  });

  it('takes an empty optional variable for an unset one', () => {
    expect(readEnv({ ...GOOD, METRICS_TOKEN: '', S3_PUBLIC_ENDPOINT: '' }).METRICS_TOKEN).toBeUndefined();
  });
});
