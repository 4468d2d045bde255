import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DocumentsIssueInput,
  isActiveTask,
  type Limits,
  type SettledTask,
  TASK_ERRORS,
  TaskId,
  type TaskView,
} from '@dungji/contracts';
import { acceptTask, type Db, findTask, issuePlace } from '@dungji/db';
import { z } from 'zod';
import type { Dispatch } from '../../../dispatch.ts';
import { TaskFailure } from '../../../task-failure.ts';
import type { StepAction, StepRun } from '../step-action.ts';

export interface DocumentsIssueTools {
  readonly db: Db;
  readonly limits: Limits;
  readonly dispatch: Dispatch;
}

/** One small query; an issuance takes minutes. */
const LOOK_PAUSE_MS = 1_000;

/** The issuances this step has asked for so far, the newest last. */
const Noted = z.object({ issuances: z.array(TaskId).default([]) });

type Run = StepRun<DocumentsIssueInput>;

/**
 * Has a document issued, waits until that is settled, and links to it. A run that is broken off comes back to the same
 * issuance; only one that FAILED is followed by another, when a person has approved the card again.
 */
export function documentsIssue(tools: DocumentsIssueTools): StepAction<DocumentsIssueInput> {
  return async (run) => {
    const asked = await currentIssuance(tools, run);
    const settled = await whenSettled(tools.db, asked, run.signal);
    if (settled.status === 'FAILED') throw failureOf(settled);
    return { taskId: settled.id, documentId: settled.result.documentId };
  };
}

async function currentIssuance(tools: DocumentsIssueTools, run: Run): Promise<TaskView> {
  const { issuances } = Noted.parse(run.noted);
  const last = issuances.at(-1);
  const noted = last && (await findTask(tools.db, { taskId: last, userId: null }));
  // In doubt, a person decides about that one; another would pay again.
  const isOver = !noted || (noted.status === 'FAILED' && noted.errorCode !== 'OUTCOME_UNKNOWN');
  const task = isOver ? await ask(tools, run, issuances.length) : noted;
  if (task.id !== last) await run.keep({ issuances: [...issuances, task.id] });
  if (task.status === 'PENDING') await tools.dispatch(task);
  return task;
}

/** @param nth the key's last part, so that breaking off before it was noted brings back the same issuance */
async function ask({ db, limits }: DocumentsIssueTools, run: Run, nth: number): Promise<TaskView> {
  const { nestId, docType } = run.input;
  const userId = await issuePlace(db, { nestId, requestedBy: run.userId });
  const answer =
    userId &&
    (await acceptTask(db, {
      kind: 'issuance',
      userId,
      nestId,
      docType,
      input: { nestId, docType },
      limits,
      idempotency: {
        procedure: 'approvals.step',
        key: `${run.idempotencyKey}:${nth}`,
        inputHash: createHash('sha256').update(`${nestId} ${docType}`).digest('hex'),
      },
    }));
  if (answer && (answer.outcome === 'accepted' || answer.outcome === 'reused')) return answer.task;
  throw new TaskFailure('STEP_REJECTED', {
    detail: { ko: '둥지가 없어졌어요', en: 'the nest is gone' },
  });
}

async function whenSettled(db: Db, task: TaskView, signal: AbortSignal): Promise<SettledTask> {
  for (let view: TaskView = task; ; ) {
    if (!isActiveTask(view)) return view;
    await pause(LOOK_PAUSE_MS, undefined, { signal });
    view = (await findTask(db, { taskId: task.id, userId: null })) ?? view;
  }
}

/** The issuance had its own attempts, so the step is not tried again at once; whether people may is up to its cause. */
function failureOf(issuance: Extract<SettledTask, { status: 'FAILED' }>): TaskFailure {
  const { errorCode } = issuance;
  const mayPass = errorCode === 'OUTCOME_UNKNOWN' || TASK_ERRORS[errorCode].retryable;
  return new TaskFailure(mayPass ? 'STEP_FAILED' : 'STEP_REJECTED', {
    isFinal: true,
    detail: {
      ko: `발급이 ${errorCode}(으)로 끝났어요: ${TASK_ERRORS[errorCode].cause.ko}`,
      en: `the issuance ${issuance.id} ended with ${errorCode}: ${TASK_ERRORS[errorCode].cause.en}`,
    },
  });
}
