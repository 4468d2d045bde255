import {
  ListOperatorActions,
  ListOperatorTasks,
  ListSweeps,
  OpenArtefact,
  type OperatorActionView,
  type OperatorTask,
  type OverviewView,
  ResolveOutcome,
  type SweepRunView,
  TaskRef,
  type TaskTimeline,
  type TaskView,
} from '@dungji/contracts';
import { listOperatorActions, opsTasks, overview, sweepHistory, taskTimeline } from '@dungji/db';
import { type QueueCounts, readHeartbeats, type WorkerBeat } from '@dungji/redis';
import { Refusal } from '../errors.ts';
import { openArtefact } from '../ops/artefact.ts';
import { decideOutcome } from '../ops/decide.ts';
import { type OperatorSweep, sweepForOperator } from '../ops/full-sweep.ts';
import { operatorProcedure, router } from '../trpc.ts';
import { serverNow } from './health.ts';

interface PageAnswer<Item> {
  items: Item[];
  nextCursor: string | null;
  serverNow: string;
}

const withNow = <T extends object>(answer: T): T & { serverNow: string } => ({
  ...answer,
  serverNow: serverNow(),
});

/** What only Redis knows cannot be answered without it. */
async function fromRedis<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    throw new Refusal('DEPENDENCY_DOWN', {}, { cause });
  }
}

/** For operators only. Whatever changes something, or shows what a person typed, is recorded with who did it. */
export const opsRouter = router({
  workers: operatorProcedure.query(({ ctx }): Promise<WorkerBeat[]> => {
    const { queues } = ctx.deps;
    return fromRedis(readHeartbeats(queues.connection, queues.prefix));
  }),

  queues: operatorProcedure.query(({ ctx }): Promise<QueueCounts[]> => fromRedis(ctx.deps.queues.counts())),

  overview: operatorProcedure.query(
    async ({ ctx }): Promise<OverviewView & { serverNow: string }> => withNow(await overview(ctx.deps.db)),
  ),

  /** Everybody's tasks, newest first. */
  tasks: operatorProcedure
    .input(ListOperatorTasks)
    .query(
      async ({ ctx, input }): Promise<PageAnswer<OperatorTask>> =>
        withNow(await opsTasks(ctx.deps.db, input)),
    ),

  timeline: operatorProcedure
    .input(TaskRef)
    .query(async ({ ctx, input }): Promise<TaskTimeline & { serverNow: string }> => {
      const timeline = await taskTimeline(ctx.deps.db, input.taskId);
      if (!timeline) throw new Refusal('NOT_FOUND');
      return withNow(timeline);
    }),

  resolveOutcome: operatorProcedure
    .input(ResolveOutcome)
    .mutation(({ ctx, input }): Promise<TaskView> => decideOutcome(ctx.deps, ctx.viewer.userId, input)),

  screenshot: operatorProcedure
    .input(OpenArtefact)
    .mutation(({ ctx, input }) => openArtefact(ctx.deps, ctx.viewer.userId, input)),

  sweep: operatorProcedure.mutation(
    ({ ctx }): Promise<OperatorSweep> => sweepForOperator(ctx.deps, ctx.viewer.userId),
  ),

  sweeps: operatorProcedure
    .input(ListSweeps)
    .query(
      async ({ ctx, input }): Promise<PageAnswer<SweepRunView>> =>
        withNow(await sweepHistory(ctx.deps.db, input)),
    ),

  audit: operatorProcedure
    .input(ListOperatorActions)
    .query(
      async ({ ctx, input }): Promise<PageAnswer<OperatorActionView>> =>
        withNow(await listOperatorActions(ctx.deps.db, input)),
    ),
});
