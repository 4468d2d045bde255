import type { Idle } from './idle.ts';
import { type LatencyRound, percentile } from './latency.ts';
import type { ServerName } from './servers.ts';

const ms = (value: number): string => `${value.toFixed(1)} ms`.padStart(9);
const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`.padStart(9);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(7);
const times = (value: number, floor: number): string => `${(value / floor).toFixed(2)}×`.padStart(7);

/** One line a server, each with its ratio to the first one, the floor. */
export function latencyLines(rounds: ReadonlyMap<ServerName, readonly LatencyRound[]>): string[] {
  let floor: { p50: number; p99: number } | null = null;
  return [...rounds].map(([name, measured]) => {
    const all = measured.flatMap(({ latenciesMs }) => latenciesMs);
    const [p50, p99, worst] = [percentile(all, 0.5), percentile(all, 0.99), percentile(all, 1)];
    floor ??= { p50, p99 };
    const sum = (of: (round: LatencyRound) => number) => measured.reduce((total, one) => total + of(one), 0);
    const mean = (of: (round: LatencyRound) => number) => sum(of) / measured.length;
    return [
      name.padEnd(11),
      `p50 ${ms(p50)} ${times(p50, floor.p50)}`,
      `p99 ${ms(p99)} ${times(p99, floor.p99)}`,
      `max ${ms(worst)}`,
      `cpu ${percent(mean(({ cpuShare }) => cpuShare))}`,
      `opened in ${ms(mean(({ openedMs }) => openedMs))}`,
      `${all.length} events, ${sum(({ lost }) => lost)} lost, ${sum(({ broken }) => broken)} streams broken`,
    ].join('  ');
  });
}

export function paintLine({ latenciesMs, lost }: { latenciesMs: readonly number[]; lost: number }): string {
  const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => ms(percentile(latenciesMs, share)));
  return `screen       p50 ${p50}  p95 ${p95}  max ${worst}  ${latenciesMs.length} changes, ${lost} not painted`;
}

/**
 * Heap and processor time as ratios to the floor. Resident memory as one to plain tRPC: the floor's few kilobytes a stream
 * vanish in what a fresh process holds in reserve.
 */
export function idleLines(measured: ReadonlyMap<ServerName, Idle>): string[] {
  const floor = measured.get('raw');
  const plain = measured.get('plain tRPC');
  if (!floor || !plain) return [];
  return [...measured].map(([name, idle]) =>
    [
      name.padEnd(11),
      `resident ${kb(idle.residentBytesPerStream)} ${times(idle.residentBytesPerStream, plain.residentBytesPerStream)} of plain tRPC`,
      `heap ${kb(idle.heapBytesPerStream)} ${times(idle.heapBytesPerStream, floor.heapBytesPerStream)}`,
      `left after closing ${kb(idle.heapBytesLeftPerStream)}`,
      `cpu ${percent(idle.cpuShare)} ${times(idle.cpuShare, floor.cpuShare)}`,
      `to begin ${ms(idle.openCpuMs)} cpu each`,
    ].join('  '),
  );
}
