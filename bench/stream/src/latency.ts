import { setTimeout } from 'node:timers/promises';
import type { Person } from './people.ts';
import type { Readers } from './readers.ts';
import type { RunningServer } from './servers.ts';
import type { Writer } from './writer.ts';

export const EVENTS_PER_SECOND = 50;
/** Streams have begun; what that left to do (compiling, collecting garbage) is not the events' latency. */
const SETTLE_MS = 500;
/** The product finds within two seconds what no hint brought; later than this is lost. */
const LAST_ARRIVAL_MS = 2_500;

export interface LatencyRound {
  /** Commit acknowledged → the reader's socket, for each event that arrived. */
  readonly latenciesMs: number[];
  readonly lost: number;
  readonly broken: number;
  /** For all streams to begin. */
  readonly openedMs: number;
  /** Of the server's process while events came. */
  readonly cpuShare: number;
}

/** One stream for each person, and events at a steady pace, each to another person. */
export async function measureLatency(
  { server, readers, writer }: { server: RunningServer; readers: Readers; writer: Writer },
  people: readonly Person[],
  seconds: number,
): Promise<LatencyRound> {
  const { tookMs } = await readers.open(server.port, people);
  await setTimeout(SETTLE_MS);
  const before = await server.measure();
  const startedAt = performance.now();
  const commits = await writer.write(people, { perSecond: EVENTS_PER_SECOND, seconds });
  const writtenMs = performance.now() - startedAt;
  const after = await server.measure();
  await readers.arrived(commits.size, LAST_ARRIVAL_MS);
  const { arrivals, broken } = await readers.close();
  const latenciesMs: number[] = [];
  for (const [reader, seq, atNanos] of arrivals) {
    const commit = commits.get(`user:${people[reader]?.userId}/${seq}`);
    if (commit !== undefined) latenciesMs.push(Number(BigInt(atNanos) - commit.atNanos) / 1e6);
  }
  return {
    latenciesMs,
    lost: commits.size - latenciesMs.length,
    broken,
    openedMs: tookMs,
    cpuShare: (after.cpuMicros - before.cpuMicros) / 1000 / writtenMs,
  };
}

/** The value below which that share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
