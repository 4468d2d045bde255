import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.push(child);
  const errors = child.stderr ? text(child.stderr) : '';
  return { child, errors, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

// Each test starts a process; on a busy machine that alone may take ten seconds.
describe('the sandbox process', { timeout: 60_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'tells its supervisor when it is ready, and leaves at %s although a request hangs',
    async (signal) => {
      const port = await freePort();
      const { child, ended } = launch({ SANDBOX_PORT: String(port), LOG_LEVEL: 'silent' });
      const [message] = await once(child, 'message');
      expect(message).toEqual({ type: 'ready' });
      const url = `http://127.0.0.1:${port}`;
      const login = await fetch(`${url}/portal/login`, {
        method: 'POST',
        body: new URLSearchParams({ userId: 'dungji', password: 'dungji-portal' }),
        redirect: 'manual',
      });
      const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const hanging = fetch(`${url}/portal/search?${new URLSearchParams({ address: '둥지로 1 [hang]' })}`, {
        headers: { cookie },
      });
      const cut = expect(hanging).rejects.toThrow();
      await fetch(`${url}/__sandbox/health`);
      child.kill(signal);
      expect(await ended).toBe(0);
      await cut;
    },
  );

  it('leaves when its supervisor is gone', async () => {
    const { child, ended } = launch({ SANDBOX_PORT: '0', LOG_LEVEL: 'silent' });
    await once(child, 'message');
    child.disconnect();
    expect(await ended).toBe(0);
  });

  it('names a taken port in one line', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { ended, errors } = launch({ SANDBOX_PORT: String(port), LOG_LEVEL: 'silent' });
    expect(await ended).toBe(1);
    expect((await errors).trim().split('\n')).toEqual([expect.stringContaining(`Port ${port} is taken`)]);
    holder.close();
  });

  it('names a bad value in one line', async () => {
    const { ended, errors } = launch({ SANDBOX_PORT: 'many' });
    expect(await ended).toBe(1);
    expect((await errors).trim().split('\n')).toEqual([expect.stringContaining('SANDBOX_PORT')]);
  });
});
