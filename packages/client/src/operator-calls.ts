import type {
  ListOperatorActions,
  ListOperatorTasks,
  ListSweeps,
  OpenArtefact,
  OperatorActionView,
  OperatorTask,
  OverviewView,
  QueueName,
  ResolveOutcome,
  SweepResult,
  SweepRunView,
  TaskRef,
  TaskTimeline,
  TaskView,
} from '@dungji/contracts';
import type { z } from 'zod';
import type { CallOptions, Page } from './calls.ts';

/** A worker process as its last heartbeat told. */
export interface WorkerBeat {
  readonly workerId: string;
  readonly bootId: string;
  readonly lastHeartbeatAt: string;
  readonly currentTaskIds: readonly string[];
  readonly status: 'busy' | 'idle';
  readonly queues: readonly QueueName[];
  /** False while the process lives but takes no jobs. */
  readonly consuming: boolean;
  readonly version: string;
}

export interface QueueCounts {
  readonly queue: QueueName;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly oldestWaitingSince: string | null;
}

/** For operators; others are refused with FORBIDDEN. */
export interface OperatorCalls {
  workers(options?: CallOptions): Promise<WorkerBeat[]>;
  queues(options?: CallOptions): Promise<QueueCounts[]>;
  /** How everything stands, in numbers. */
  overview(options?: CallOptions): Promise<OverviewView & { serverNow: string }>;
  /** Everybody's tasks. */
  tasks(input?: z.input<typeof ListOperatorTasks>, options?: CallOptions): Promise<Page<OperatorTask>>;
  /** Everything on record about one task. */
  timeline(
    input: z.input<typeof TaskRef>,
    options?: CallOptions,
  ): Promise<TaskTimeline & { serverNow: string }>;
  /** Decides a task that FAILED with OUTCOME_UNKNOWN; either way it goes on. */
  resolveOutcome(input: z.input<typeof ResolveOutcome>, options?: CallOptions): Promise<TaskView>;
  /** A link to what was kept of a failed task. That it was opened is recorded. */
  screenshot(
    input: z.input<typeof OpenArtefact>,
    options?: CallOptions,
  ): Promise<{ url: string; expiresAt: string; purpose: 'screenshot' | 'trace' }>;
  /** Sweeps now instead of at the next tick. Not `complete`: only what passed its limit was settled. */
  sweep(options?: CallOptions): Promise<SweepResult & { complete: boolean }>;
  sweeps(input?: z.input<typeof ListSweeps>, options?: CallOptions): Promise<Page<SweepRunView>>;
  /** What operators did. */
  audit(
    input?: z.input<typeof ListOperatorActions>,
    options?: CallOptions,
  ): Promise<Page<OperatorActionView>>;
}
