import { describe, expect, it } from 'vitest';
import { ClearError } from './clear-error.ts';
import { readSettings } from './env.ts';

function complaint(env: NodeJS.ProcessEnv): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof ClearError) return error.message;
    throw error;
  }
  return 'none';
}

describe('the environment of a start', () => {
  it('needs nothing', () => {
    expect(readSettings({}).ports).toEqual({ web: 5173, api: 4000, sandbox: 4100 });
  });

  it('takes an empty value for none', () => {
    expect(readSettings({ API_PORT: '', DATABASE_URL: '' }).ports.api).toBe(4000);
  });

  it.each([
    ['API_PORT', 'abc'],
    ['WEB_PORT', '70000'],
    ['HEARTBEAT_INTERVAL_MS', '-1'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['REDIS_URL', 'localhost:6379'],
    ['S3_ENDPOINT', 'somewhere'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^${name}\\b.* is not usable: [^\\n]+$`));
  });

  it('never shows an address, which may hold a password', () => {
    expect(complaint({ DATABASE_URL: 'mysql://me:secret@host/db' })).not.toContain('secret');
  });

  it('refuses two parts on one port', () => {
    expect(complaint({ API_PORT: '5173' })).toMatch(/must differ/);
  });

  it('wants keys beside a storage of your own', () => {
    expect(complaint({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toMatch(
      /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
    );
  });
});
