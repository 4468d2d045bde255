import { TaskId, UserId } from '@dungji/contracts';
import { z } from 'zod';

/** What a job carries: which attempt of which task. Everything else is read from Postgres at the claim. */
export const TaskJob = z.object({ taskId: TaskId, attempt: z.number().int().min(1) });
export type TaskJob = z.infer<typeof TaskJob>;

export const TASK_JOB = 'task';
export const SWEEP_JOB = 'sweep';
export const LOOKS_JOB = 'looks';

/** `runId`: somebody waits for this very sweep, and looks for its result under this id. */
export const SweepJob = z.object({ runId: z.string().optional() });
export type SweepJob = z.infer<typeof SweepJob>;

/** Whose generations somebody wants to be asked about. */
export const LooksJob = z.object({ userId: UserId });
export type LooksJob = z.infer<typeof LooksJob>;

/** Unique per attempt, so a re-dispatch of the same attempt is the same job. BullMQ ids must not contain ":". */
export const jobIdOf = (taskId: string, attempt: number): string => `${taskId}-${attempt}`;
