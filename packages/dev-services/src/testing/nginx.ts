import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, aptUnpack, hasApt } from '../apt.ts';
import { ClearError } from '../clear-error.ts';
import { readSettings } from '../env.ts';
import { freePort } from '../ports.ts';
import { isExecutable } from '../process/find-on-path.ts';
import { sendSignal, stopProcess } from '../process/processes.ts';
import { spawnDetached } from '../process/spawn-detached.ts';
import { sayNothing } from '../progress.ts';
import { machineOf } from '../stack/services.ts';
import { find, type Machine } from '../tools.ts';
import { waitUntil } from '../wait-until.ts';

/** Debian's is outside of an ordinary user's search path. */
const DEBIAN_PATH = 'usr/sbin/nginx';
const READY_TIMEOUT_MS = 20_000;
const STOP_GRACE_MS = 5_000;

/** @throws ClearError with the way to get one */
async function findNginx(machine: Machine): Promise<string> {
  const installed = () =>
    find(machine, 'nginx') ?? (existsSync(`/${DEBIAN_PATH}`) ? `/${DEBIAN_PATH}` : null);
  const there = installed();
  if (there) return there;
  if (hasApt(machine)) {
    const folder = join(machine.cacheDir, 'nginx');
    const unpacked = join(folder, DEBIAN_PATH);
    if ((await aptUnpack(machine, 'nginx', folder, ['nginx'])) && isExecutable(unpacked)) return unpacked;
    if (machine.isRoot && (await aptInstall(machine, 'nginx-light'))) {
      const now = installed();
      if (now) return now;
    }
  }
  throw new ClearError('No nginx here and none could be fetched: install nginx-light.');
}

export interface TestProxy {
  url: string;
  stop(): Promise<void>;
}

/**
 * An nginx in front of a server, as Debian sets it up: gzip on, answers buffered, HTTP/1.0 to the server.
 *
 * @param settings further lines for the server's block
 */
export async function startNginx(upstream: string, settings = ''): Promise<TestProxy> {
  const program = await findNginx(machineOf(readSettings(), sayNothing));
  const folder = mkdtempSync(join(tmpdir(), 'dungji-test-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
error_log stderr;
events { worker_connections 768; }
http {
  ${temporary.join('\n  ')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  gzip on;
  server {
    listen 127.0.0.1:${port};
    ${settings}
    location / { proxy_pass ${upstream}; }
  }
}
`,
  );
  const server = await spawnDetached(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    logFile: join(folder, 'log'),
    env: process.env,
  });
  const atExit = () => sendSignal(server.pid, 'SIGKILL');
  process.once('exit', atExit);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    process.off('exit', atExit);
    await stopProcess(server.pid, { graceMs: STOP_GRACE_MS });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntil(async () => server.hasEnded() || (await fetch(url)).status > 0, {
      timeoutMs: READY_TIMEOUT_MS,
      what: 'nginx to answer',
    });
    if (server.hasEnded()) throw new Error(server.lastLines());
  } catch (cause) {
    await stop();
    throw new Error('nginx did not start', { cause });
  }
  return { url, stop };
}
