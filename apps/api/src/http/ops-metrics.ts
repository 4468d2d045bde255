import { OverviewView } from '@dungji/contracts';
import { overview } from '@dungji/db';
import { type QueueCounts, readHeartbeats, type WorkerBeat } from '@dungji/redis';
import { Gauge, type Registry } from 'prom-client';
import type { Deps } from '../context.ts';

/** Counters of the overview that are single numbers: metric name → field. */
const SINGLE = {
  dungji_tasks_waiting_for_retry: 'waitingForRetry',
  dungji_tasks_worker_missing: 'workerMissing',
  dungji_tasks_overdue: 'overdue',
  dungji_tasks_in_doubt: 'inDoubt',
  dungji_cards_to_decide: 'cardsToDecide',
  dungji_steps_open: 'openOnceSteps',
} as const;

const SWEEP_NUMBERS = Object.keys(OverviewView.shape.sweeps24h.shape) as (keyof OverviewView['sweeps24h'])[];

/**
 * The numbers of ops.overview, ops.queues and ops.workers for Prometheus. They are read at each scrape, and what cannot
 * be read is missing from it, never stale: `dungji_up` tells which dependency did not answer.
 */
export function opsMetrics(registry: Registry, deps: Pick<Deps, 'db' | 'queues'>): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('dungji_up', 'Whether the dependency answered this scrape', ['dependency']);
  const active = gauge('dungji_tasks_active', 'Tasks that are not settled', ['kind', 'status']);
  const settled = gauge('dungji_tasks_settled_24h', 'Tasks settled within a day; code "" is SUCCESS', [
    'kind',
    'code',
  ]);
  const singles = Object.entries(SINGLE).map(
    ([name, field]) => [field, gauge(name, `${field} of ops.overview`)] as const,
  );
  const oldestPending = gauge(
    'dungji_oldest_pending_seconds',
    'Age of the oldest task no worker has started',
  );
  const sweepAge = gauge('dungji_last_sweep_age_seconds', 'Time since a sweep ended');
  const sweeps = gauge('dungji_sweeps_24h', 'What the sweeps of a day did', ['number']);
  const credits = gauge('dungji_credits', 'Credits of ops.overview', ['number']);
  const generations = gauge('dungji_generations', 'Generations of ops.overview', ['number']);
  const jobs = gauge('dungji_queue_jobs', 'Jobs in Redis', ['queue', 'state']);
  const workers = gauge('dungji_workers', 'Workers with a heartbeat', ['status', 'consuming']);

  const tellDatabase = (view: OverviewView | null) => {
    for (const one of [active, settled, sweeps, credits, generations]) one.reset();
    for (const one of [oldestPending, sweepAge, ...singles.map(([, single]) => single)]) one.remove();
    up.set({ dependency: 'database' }, view ? 1 : 0);
    if (!view) return;
    for (const { kind, status, count } of view.active) active.set({ kind, status }, count);
    for (const { kind, errorCode, count } of view.settled24h)
      settled.set({ kind, code: errorCode ?? '' }, count);
    for (const [field, single] of singles) single.set(view[field]);
    for (const [number, value] of Object.entries(view.credits)) credits.set({ number }, value);
    const { oldestRenderingSince: _, ...rendering } = view.generations;
    for (const [number, value] of Object.entries(rendering)) generations.set({ number }, value);
    oldestPending.set(view.oldestPendingSince ? ageSeconds(view.oldestPendingSince) : 0);
    if (view.lastSweep) sweepAge.set(ageSeconds(view.lastSweep.at));
    for (const number of SWEEP_NUMBERS) sweeps.set({ number }, view.sweeps24h[number]);
  };
  const tellRedis = (read: { beats: WorkerBeat[]; counts: QueueCounts[] } | null) => {
    for (const one of [jobs, workers]) one.reset();
    up.set({ dependency: 'redis' }, read ? 1 : 0);
    if (!read) return;
    for (const { status, consuming } of read.beats) workers.inc({ status, consuming: String(consuming) });
    for (const { queue, waiting, active, delayed, failed } of read.counts) {
      for (const [state, count] of Object.entries({ waiting, active, delayed, failed }))
        jobs.set({ queue, state }, count);
    }
  };
  const readRedis = async () => ({
    beats: await readHeartbeats(deps.queues.connection, deps.queues.prefix),
    counts: await deps.queues.counts(),
  });
  return async () => {
    const [view, read] = await Promise.allSettled([overview(deps.db), readRedis()]);
    // All at once from here on: a second scrape at the same time writes the same.
    tellDatabase(view.status === 'fulfilled' ? view.value : null);
    tellRedis(read.status === 'fulfilled' ? read.value : null);
  };
}

const ageSeconds = (at: string): number => Math.max(0, (Date.now() - Date.parse(at)) / 1_000);
