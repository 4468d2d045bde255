import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Person } from './people.ts';
import type { Arrival, FromReaders, ToReaders } from './readers-process.ts';
import { heard } from './servers.ts';

export interface Readers {
  /** Opens a stream for each; resolves when all have begun. */
  open(port: number, people: readonly Person[]): Promise<{ tookMs: number }>;
  /** Resolves when so many events have come, or will not any more. */
  arrived(count: number, timeoutMs: number): Promise<void>;
  /** Closes them all and tells what they got. */
  close(): Promise<{ arrivals: Arrival[]; broken: number }>;
  stop(): void;
}

/** The readers of all streams, in a process of their own: their work is not the server's. */
export function startReaders(): Readers {
  const program = fileURLToPath(new URL('./readers-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const ask = async <T extends FromReaders['type']>(
    message: ToReaders,
    type: T,
  ): Promise<Extract<FromReaders, { type: T }>> => {
    const answer = heard(
      child,
      (heardMessage): heardMessage is Extract<FromReaders, { type: T }> => heardMessage.type === type,
    );
    child.send(message);
    return answer;
  };
  return {
    async open(port, people) {
      const users = people.map(({ userId, apiKey }) => ({ userId, apiKey }));
      const { tookMs, refused } = await ask({ type: 'open', port, users }, 'opened');
      if (refused > 0) throw new Error(`${refused} of ${people.length} streams were refused on port ${port}`);
      return { tookMs };
    },
    async arrived(count, timeoutMs) {
      await ask({ type: 'await', count, timeoutMs }, 'arrived');
    },
    close: () => ask({ type: 'close' }, 'closed'),
    stop: () => child.kill(),
  };
}
