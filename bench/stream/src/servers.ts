import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@dungji/dev-services/testing';
import type { Measured } from './servers/probe.ts';

export const SERVERS = ['raw', 'dungji', 'plain tRPC'] as const;
export type ServerName = (typeof SERVERS)[number];

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const ENTRIES: Record<ServerName, string> = {
  raw: path('./servers/raw.ts'),
  dungji: path('../../../apps/api/src/main.ts'),
  'plain tRPC': path('./servers/plain-trpc.ts'),
};

export interface RunningServer {
  readonly name: ServerName;
  readonly port: number;
  measure(): Promise<Measured>;
  stop(): Promise<void>;
}

/** Starts one of the servers as a process of its own, as in production but with a probe inside. */
export async function startServer(name: ServerName, env: Record<string, string>): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', '--import', path('./servers/probe.ts'), ENTRIES[name]],
    {
      env: {
        ...process.env,
        ...env,
        API_PORT: String(port),
        TSX_TSCONFIG_PATH: path('../../../tsconfig.json'),
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  let isStopping = false;
  child.once('exit', (code, signal) => {
    if (!isStopping) console.error(`${name} ended by itself: ${signal ?? code}`);
  });
  await heard(child, (message) => message.type === 'ready');
  return {
    name,
    port,
    async measure() {
      if (!child.connected) throw new Error(`${name} is gone`);
      const answer = heard(child, (message): message is Measured => message.type === 'measured');
      child.send('measure');
      return answer;
    },
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

interface Message {
  type: string;
}

/** The next message of that kind; rejects when the process ends instead. */
export function heard<M extends Message>(
  child: ChildProcess,
  fits: (message: Message) => message is M,
): Promise<M>;
export function heard(child: ChildProcess, fits: (message: Message) => boolean): Promise<Message>;
export function heard(child: ChildProcess, fits: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      if (!isMessage(message) || !fits(message)) return;
      stop();
      resolve(message);
    };
    const onExit = (code: number | null): void => {
      stop();
      reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    };
    const stop = (): void => {
      child.off('message', onMessage);
      child.off('exit', onExit);
    };
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
