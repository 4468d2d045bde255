import { z } from 'zod';
import { NestId, TaskId, UserId } from './ids.ts';
import { TaskKind } from './kinds/task-kind.ts';
import { Page } from './procedures.ts';
import { TaskErrorCode } from './task-errors.ts';
import { TaskStatus } from './task-status.ts';
import { Progress, StepView, TaskView } from './task-view.ts';
import { words } from './text.ts';
import { IsoTime } from './time.ts';

/** What one sweep did. The answer of ops.sweep, the record in the database, and the metrics. */
export const SweepResult = z.object({
  examined: z.number().int(),
  redispatched: z.number().int(),
  settled: z.number().int(),
  refunded: z.number().int(),
  objectsDeleted: z.number().int(),
  errors: z.number().int(),
});
export type SweepResult = z.infer<typeof SweepResult>;

export const SweptBy = z.enum(['worker', 'api', 'operator']);
export type SweptBy = z.infer<typeof SweptBy>;

export const SweepRunView = z.object({ id: z.string(), at: IsoTime, by: SweptBy, result: SweepResult });
export type SweepRunView = z.infer<typeof SweepRunView>;

/** Money in numbers; sums are of the last 24 hours. */
export const CreditNumbers = z.object({
  charged24h: z.number().int(),
  refunded24h: z.number().int(),
  granted24h: z.number().int(),
  /** Accounts whose ledger does not add up to their balance. Never repaired by itself: a person has to look. */
  mismatches: z.number().int(),
});

/** What is at the provider. */
export const GenerationNumbers = z.object({
  rendering: z.number().int(),
  /** Due to be asked about for over a minute: more than a few of them means that nobody asks. */
  askOverdue: z.number().int(),
  /** The provider says that they are ready, and their file cannot be had. */
  resultMissing: z.number().int(),
  oldestRenderingSince: IsoTime.nullable(),
});

/** How everything stands, in numbers. */
export const OverviewView = z.object({
  active: z.array(
    z.object({ kind: TaskKind, status: z.enum(['PENDING', 'PROCESSING']), count: z.number().int() }),
  ),
  /** PROCESSING tasks between two attempts. */
  waitingForRetry: z.number().int(),
  /** Tasks whose worker's heartbeat is gone, not yet believed dead. */
  workerMissing: z.number().int(),
  oldestPendingSince: IsoTime.nullable(),
  /** Past their limit and not settled yet: more than a moment of it means that no sweep runs. */
  overdue: z.number().int(),
  inDoubt: z.number().int(),
  /** Cards that wait for a person: OPEN, and FAILED that may be approved again. */
  cardsToDecide: z.number().int(),
  /** `once` steps of settled tasks that the sweep still asks the outside world about. */
  openOnceSteps: z.number().int(),
  settled24h: z.array(
    z.object({ kind: TaskKind, errorCode: TaskErrorCode.nullable(), count: z.number().int() }),
  ),
  credits: CreditNumbers,
  generations: GenerationNumbers,
  lastSweep: SweepRunView.nullable(),
  sweeps24h: SweepResult.extend({ runs: z.number().int() }),
});
export type OverviewView = z.infer<typeof OverviewView>;

/** A task as operators see it in a list. */
export const OperatorTask = TaskView.and(z.object({ userId: UserId, onceInDoubt: z.boolean() }));
export type OperatorTask = z.infer<typeof OperatorTask>;

export const ListOperatorTasks = z
  .strictObject({
    kind: TaskKind.optional(),
    status: TaskStatus.optional(),
    /** Why it FAILED. */
    code: TaskErrorCode.optional(),
    userId: UserId.optional(),
    nestId: NestId.optional(),
    /** Who owns it now. */
    workerId: z.string().min(1).max(200).optional(),
    /** Only FAILED(OUTCOME_UNKNOWN): what waits for a person. */
    inDoubt: z.literal(true).optional(),
    ...Page,
  })
  .default({ limit: 50 });
export type ListOperatorTasks = z.infer<typeof ListOperatorTasks>;

/** What operators may do, each recorded with who, when, and to what. */
export const OperatorActionName = z.enum([
  'outcome.resolved',
  'task.cancelled',
  'artefact.opened',
  'sweep.requested',
  'queue.changed',
  'approval.approved',
  'approval.rejected',
  'credits.granted',
]);
export type OperatorActionName = z.infer<typeof OperatorActionName>;

export const OperatorActionView = z.object({
  id: z.string(),
  at: IsoTime,
  action: OperatorActionName,
  operatorId: UserId,
  operatorEmail: z.string(),
  taskId: TaskId.nullable(),
  note: z.string().nullable(),
  /** What was decided or touched, e.g. `{happened: true}`. */
  detail: z.record(z.string(), z.unknown()),
});
export type OperatorActionView = z.infer<typeof OperatorActionView>;

export const ListOperatorActions = z
  .strictObject({ taskId: TaskId.optional(), action: OperatorActionName.optional(), ...Page })
  .default({ limit: 50 });
export type ListOperatorActions = z.infer<typeof ListOperatorActions>;

export const ListSweeps = z.strictObject(Page).default({ limit: 50 });

export const ResolveOutcome = z.strictObject({
  taskId: TaskId,
  /** Whether the step in doubt had its effect outside: was it paid? */
  happened: z.boolean(),
  /** How it was found out. For those who ask later. */
  note: words(1_000),
});
export type ResolveOutcome = z.infer<typeof ResolveOutcome>;

/** One event of a task, without what its neighbours say too. */
export const TimelineEvent = z.object({
  seq: z.number().int(),
  at: IsoTime,
  type: z.string(),
  version: z.number().int(),
  status: TaskStatus,
  attempt: z.number().int(),
  workerId: z.string().nullable(),
  errorCode: TaskErrorCode.nullable(),
  lastErrorCode: TaskErrorCode.nullable(),
  nextRetryAt: IsoTime.nullable(),
  progress: Progress.nullable(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

export const TimelineStep = StepView.extend({
  mode: z.enum(['repeatable', 'once']),
  idempotencyKey: z.string().nullable(),
});
export type TimelineStep = z.infer<typeof TimelineStep>;

/** One attempt as the events tell it; `endedAt: null` while it runs. */
export const AttemptView = z.object({
  attempt: z.number().int(),
  workerId: z.string().nullable(),
  startedAt: IsoTime,
  endedAt: IsoTime.nullable(),
  /** Why it ended; null for a SUCCESS, and while it runs. */
  code: TaskErrorCode.nullable(),
});
export type AttemptView = z.infer<typeof AttemptView>;

export const ArtefactView = z.object({
  key: z.string(),
  purpose: z.enum(['screenshot', 'trace']),
  at: IsoTime,
});
export type ArtefactView = z.infer<typeof ArtefactView>;

/** What is known of a video at the provider, since it was handed over. */
export const ProviderRecord = z.object({
  /** Null: it is not known whether the provider took it; it is asked by our key. */
  providerTaskId: z.string().nullable(),
  /** As the provider spells it. */
  state: z.string().nullable(),
  /** How often it was asked about. */
  queries: z.number().int().min(0),
  /** Why the last look brought no end. */
  lastProblem: z.string().nullable(),
  handedOverAt: IsoTime,
  completedAt: IsoTime.nullable(),
  /** Null: the task is over. */
  nextCheckAt: IsoTime.nullable(),
});
export type ProviderRecord = z.infer<typeof ProviderRecord>;

/** Everything on record about one task. Events older than their retention are gone; steps and actions stay. */
export const TaskTimeline = z.object({
  task: OperatorTask,
  events: z.array(TimelineEvent),
  steps: z.array(TimelineStep),
  attempts: z.array(AttemptView),
  actions: z.array(OperatorActionView),
  artefacts: z.array(ArtefactView),
  /** Of a generation that was handed over; else null. */
  provider: ProviderRecord.nullable(),
});
export type TaskTimeline = z.infer<typeof TaskTimeline>;

export const OpenArtefact = z.strictObject({
  taskId: TaskId,
  purpose: z.enum(['screenshot', 'trace']).default('screenshot'),
  /** One of the timeline's; without it the newest. */
  key: z.string().max(500).optional(),
});
export type OpenArtefact = z.infer<typeof OpenArtefact>;
