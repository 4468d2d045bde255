import { setInterval } from 'node:timers/promises';
import { type Db, openDb, reportProgress } from '@dungji/db';
import { openEventPublisher } from '@dungji/redis';
import type { Person } from './people.ts';

export interface Writer {
  /** Changes one task after the other at that pace. Resolves with when each commit was acknowledged. */
  write(people: readonly Person[], options: { perSecond: number; seconds: number }): Promise<Commits>;
  close(): Promise<void>;
}

/** By `stream/seq`: nanoseconds of the machine's monotonic clock, and what the change says has been done. */
export type Commits = Map<string, { atNanos: bigint; done: number }>;

/** What a worker does: a guarded statement for each change, its event published after the commit. */
export async function openWriter(options: {
  databaseUrl: string;
  redisUrl: string;
  redisPrefix: string;
}): Promise<Writer> {
  const publisher = openEventPublisher({ url: options.redisUrl, prefix: options.redisPrefix });
  let commits: Commits = new Map();
  const db: Db = await openDb({
    url: options.databaseUrl,
    poolMax: 8,
    onEvents(events) {
      const atNanos = process.hrtime.bigint();
      for (const { stream, seq, task } of events)
        commits.set(`${stream}/${seq}`, { atNanos, done: task?.progress?.done ?? 0 });
      publisher.publish(events);
    },
  });
  let done = 0;
  const changeTask = ({ fence }: Person): Promise<unknown> | null => {
    done += 1;
    return fence && reportProgress(db, fence, { done, total: 1_000_000, label: 'download' });
  };

  return {
    async write(people, { perSecond, seconds }) {
      commits = new Map();
      const total = perSecond * seconds;
      const changes: (Promise<unknown> | null)[] = [];
      for await (const _ of setInterval(1000 / perSecond)) {
        const person = people[changes.length % people.length];
        if (person) changes.push(changeTask(person));
        if (changes.length === total) break;
      }
      await Promise.all(changes);
      return commits;
    },
    async close() {
      publisher.close();
      await db.close();
    },
  };
}
