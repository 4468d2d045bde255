import { isOperator, ListTasks, type StepView, TaskRef, type TaskView } from '@dungji/contracts';
import { cancelTask, findTask, listTasks, taskSteps } from '@dungji/db';
import { Refusal } from '../errors.ts';
import { settleOwnOverdue } from '../own-overdue.ts';
import { procedure, router } from '../trpc.ts';
import type { Viewer } from '../viewer.ts';
import { serverNow } from './health.ts';

/** Whose tasks somebody may look at: operators everyone's, others their own. */
const scopeOf = (viewer: Viewer) => (isOperator(viewer.role) ? null : viewer.userId);

export const tasksRouter = router({
  get: procedure
    .input(TaskRef)
    .query(async ({ ctx, input }): Promise<{ task: TaskView; steps: StepView[]; serverNow: string }> => {
      const { db } = ctx.deps;
      await settleOwnOverdue(ctx.deps, ctx.viewer.userId);
      const task = await findTask(db, { taskId: input.taskId, userId: scopeOf(ctx.viewer) });
      if (!task) throw new Refusal('NOT_FOUND');
      return { task, steps: await taskSteps(db, input.taskId), serverNow: serverNow() };
    }),

  /** Own tasks, newest first; operators have ops.tasks for everyone's. */
  list: procedure
    .input(ListTasks)
    .query(
      async ({
        ctx,
        input,
      }): Promise<{ items: TaskView[]; nextCursor: string | null; serverNow: string }> => {
        const { db } = ctx.deps;
        const userId = ctx.viewer.userId;
        await settleOwnOverdue(ctx.deps, userId);
        return { ...(await listTasks(db, { ...input, userId })), serverNow: serverNow() };
      },
    ),

  cancel: procedure.input(TaskRef).mutation(async ({ ctx, input }): Promise<TaskView> => {
    const { userId, role } = ctx.viewer;
    const cancelled = await cancelTask(ctx.deps.db, { taskId: input.taskId, by: { userId, role } });
    if (!cancelled) throw new Refusal('NOT_FOUND');
    if (cancelled.outcome === 'settled') throw new Refusal('ALREADY_RESOLVED');
    return cancelled.task;
  }),
});
