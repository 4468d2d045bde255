import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeMachine, givesRedisByApt } from '../testing/fake-programs.ts';
import { findRedis } from './find-redis.ts';

describe('finding a Redis', () => {
  it('takes the one on the search path and touches nothing else', async () => {
    const fake = fakeMachine();
    givesRedisByApt(fake);
    const path = fake.program('redis-server', '');
    expect((await findRedis(fake.machine)).path).toBe(path);
    expect(fake.calls()).toEqual([]);
  });

  it('takes a Valkey as well', async () => {
    const fake = fakeMachine();
    const path = fake.program('valkey-server', '');
    expect((await findRedis(fake.machine)).path).toBe(path);
  });

  it('downloads the package and what it needs into its own folder, also as root', async () => {
    const fake = fakeMachine({ isRoot: true });
    givesRedisByApt(fake);
    const found = await findRedis(fake.machine);
    expect(found.path).toBe(join(fake.machine.cacheDir, 'redis/usr/bin/redis-server'));
    expect(fake.calls().at(-1)).toMatch(/download liblzf1 redis-server$/);
    expect(fake.calls().join()).not.toMatch(/install --yes/);
  });

  it('downloads only once', async () => {
    const fake = fakeMachine();
    givesRedisByApt(fake);
    await findRedis(fake.machine);
    const calls = fake.calls().length;
    await findRedis(fake.machine);
    expect(fake.calls()).toHaveLength(calls);
  });

  it('reads package lists of its own where the system has none', async () => {
    const fake = fakeMachine();
    givesRedisByApt(fake);
    fake.program('apt-cache', 'echo "  Candidate: (none)"');
    await findRedis(fake.machine);
    const own = `Dir::State=${fake.machine.cacheDir}/apt/state`;
    expect(fake.calls()[0]).toContain(`${own} `);
    expect(fake.calls()[0]).toMatch(/ update$/);
    expect(fake.calls().every((call) => call.includes(own))).toBe(true);
  });

  it('installs as root when the download fails', async () => {
    const fake = fakeMachine({ isRoot: true });
    fake.program('apt-cache', 'echo "  Candidate: 7.0"');
    fake.program('dpkg', '');
    fake.program(
      'apt-get',
      `echo "apt-get $*" >> "$LOG"
case "$*" in
  *install\\ --yes*) printf '#!/bin/sh\\n' > "$BIN/redis-server"; chmod 755 "$BIN/redis-server";;
  *) exit 1;;
esac`,
    );
    expect((await findRedis(fake.machine)).foundBy).toBe('apt install');
  });

  it('never installs without being root', async () => {
    const fake = fakeMachine();
    fake.program('apt-cache', 'echo "  Candidate: 7.0"');
    fake.program('dpkg', '');
    fake.program('apt-get', 'echo "apt-get $*" >> "$LOG"; exit 1');
    await expect(findRedis(fake.machine)).rejects.toThrow(/REDIS_URL/);
    expect(fake.calls().join()).not.toMatch(/install --yes/);
  });

  it('leaves no half-made folder when the download is cut', async () => {
    const fake = fakeMachine();
    givesRedisByApt(fake);
    fake.program('dpkg', 'exit 1');
    await expect(findRedis(fake.machine)).rejects.toThrow();
    expect(existsSync(join(fake.machine.cacheDir, 'redis'))).toBe(false);
  });

  it('names brew on macOS, in one line', async () => {
    const fake = fakeMachine({ platform: 'darwin' });
    const failure = await findRedis(fake.machine).catch((error: Error) => error.message);
    expect(failure).toMatch(/brew install redis, or set REDIS_URL/);
    expect(failure).not.toContain('\n');
  });
});
