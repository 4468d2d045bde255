import { setTimeout } from 'node:timers/promises';
import type { Person } from './people.ts';
import type { Readers } from './readers.ts';
import type { RunningServer } from './servers.ts';

/** Enough for the process to have compiled, cached and pooled what every further stream shares. */
const WARM_UP_STREAMS = 50;
const WARM_UP_ROUNDS = 4;
const SETTLE_MS = 2_000;

export interface Idle {
  readonly residentBytesPerStream: number;
  readonly heapBytesPerStream: number;
  /** What is still there after all of them have closed. */
  readonly heapBytesLeftPerStream: number;
  /** Of one processor, with nothing to tell but pings. */
  readonly cpuShare: number;
  /** Processor time of the server for each stream's beginning: what everybody's coming back after a restart costs. */
  readonly openCpuMs: number;
}

/** What streams cost that have nothing to tell. The server must be fresh: memory that was freed once is not given back. */
export async function measureIdle(
  server: RunningServer,
  readers: Readers,
  people: readonly Person[],
  seconds: number,
): Promise<Idle> {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await readers.open(server.port, people.slice(0, WARM_UP_STREAMS));
    await readers.close();
  }
  await setTimeout(SETTLE_MS);
  const empty = await server.measure();
  await readers.open(server.port, people);
  const full = await server.measure();
  const startedAt = performance.now();
  await setTimeout(seconds * 1000);
  const later = await server.measure();
  const elapsedMs = performance.now() - startedAt;
  await readers.close();
  await setTimeout(SETTLE_MS);
  const closed = await server.measure();
  return {
    residentBytesPerStream: (later.rssBytes - empty.rssBytes) / people.length,
    heapBytesPerStream: (later.heapBytes - empty.heapBytes) / people.length,
    heapBytesLeftPerStream: (closed.heapBytes - empty.heapBytes) / people.length,
    cpuShare: (later.cpuMicros - full.cpuMicros) / 1000 / elapsedMs,
    openCpuMs: (full.cpuMicros - empty.cpuMicros) / 1000 / people.length,
  };
}
