import {
  DEFAULT_LIMITS,
  TASK_VERBS,
  type TaskStatus,
  type TaskVerb,
  TaskView,
  TRANSITIONS,
  type UserId,
} from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../db.ts';
import { newId } from '../ids.ts';
import { readStream } from '../stream/read.ts';
import {
  createTestDatabase,
  TASK_SITUATIONS,
  type TaskIn,
  type TaskSituation,
  type TestDatabase,
  taskIn,
  userIn,
} from '../testing/index.ts';
import { cancelTask } from './cancel.ts';
import { claimTask } from './claim.ts';
import { failTask } from './fail.ts';
import { reportProgress } from './progress.ts';
import { resolveOutcome } from './resolve.ts';
import { resumeTask } from './resume.ts';
import { retryTask } from './retry.ts';
import { settleTask } from './settle.ts';

let test: TestDatabase;
let operatorId: UserId;
beforeAll(async () => {
  test = await createTestDatabase();
  operatorId = await userIn(test.db, 'operator');
});
afterAll(() => test.drop());

/** Each verb as its ordinary caller would call it on what it sees, in every variant that leads to another state. */
const CALLS: Record<TaskVerb, Record<string, (it: TaskIn) => Promise<TaskView | null>>> = {
  claim: {
    'the next attempt': async ({ task }) => {
      const claim = await claimTask(test.db, {
        taskId: task.id,
        attempt: task.attempt + 1,
        workerId: 'worker-2',
        bootId: 'boot-2',
        limits: DEFAULT_LIMITS,
      });
      return claim?.task ?? null;
    },
  },
  progress: {
    'one step': ({ fence }) => reportProgress(test.db, fence, { done: 1, total: 5, label: 'search' }),
  },
  retry: {
    soon: ({ fence }) =>
      retryTask(test.db, fence, { code: 'PORTAL_DOWN', nextRetryAt: new Date(Date.now() + 1_000) }),
  },
  settle: {
    success: ({ fence }) => settleTask(test.db, fence, { status: 'SUCCESS', result: { some: 'result' } }),
    failure: ({ fence }) => settleTask(test.db, fence, { status: 'FAILED', code: 'AUTOMATION_FAILED' }),
  },
  fail: {
    'as PENDING': ({ task }) =>
      failTask(test.db, { taskId: task.id, attempt: task.attempt, from: 'PENDING', code: 'DISPATCH_FAILED' }),
    'as PROCESSING': ({ task }) =>
      failTask(test.db, { taskId: task.id, attempt: task.attempt, from: 'PROCESSING', code: 'TIMEOUT' }),
  },
  cancel: {
    'by its owner': async ({ task, userId }) => {
      const answer = await cancelTask(test.db, { taskId: task.id, by: { userId, role: 'member' } });
      return answer?.outcome === 'cancelled' ? answer.task : null;
    },
  },
  resolve: {
    'it happened': (it) => resolve(it, true),
    'it did not': (it) => resolve(it, false),
  },
  resume: {
    'by a card': async ({ task }) => {
      const decision = { operatorId, actionId: newId.operatorAction(), pendingLimitMs: 1_000 };
      const resumed = await inTransaction(test.db, (tx) =>
        resumeTask(tx, { ...decision, taskId: task.id, approvalId: newId.approval() }),
      );
      return resumed?.task ?? null;
    },
  },
};

async function resolve({ task }: TaskIn, happened: boolean): Promise<TaskView | null> {
  const answer = await resolveOutcome(test.db, {
    taskId: task.id,
    happened,
    note: 'looked into the purchase list',
    operatorId,
    limits: DEFAULT_LIMITS,
  });
  return answer?.outcome === 'resumed' ? answer.task : null;
}

const STATUS_OF: Record<TaskSituation, TaskStatus> = {
  PENDING: 'PENDING',
  PROCESSING: 'PROCESSING',
  WAITING: 'PROCESSING',
  SUCCESS: 'SUCCESS',
  FAILED: 'FAILED',
  IN_DOUBT: 'FAILED',
};

/** TRANSITIONS speaks of states; ownership splits PROCESSING in two, doubt splits FAILED. */
const OWNED_ONLY: readonly TaskVerb[] = ['progress', 'retry', 'settle'];
function allowed(verb: TaskVerb, variant: string, situation: TaskSituation): readonly TaskStatus[] {
  if (situation === 'PROCESSING' && verb === 'claim') return [];
  if (situation === 'WAITING' && OWNED_ONLY.includes(verb)) return [];
  if (verb === 'fail' && variant !== `as ${STATUS_OF[situation]}`) return [];
  if (verb === 'resolve' && situation !== 'IN_DOUBT') return [];
  // Only of an approval, through its card; see approval/approval.test.ts.
  if (verb === 'resume') return [];
  return TRANSITIONS[verb][STATUS_OF[situation]] ?? [];
}

async function rowOf({ task }: TaskIn): Promise<string> {
  const { rows } = await test.db.query<{ row: object }>(
    'SELECT to_jsonb(task) AS row FROM task WHERE id = $1',
    [task.id],
  );
  return JSON.stringify(rows[0]?.row);
}

for (const verb of TASK_VERBS) {
  describe(verb, () => {
    for (const [variant, call] of Object.entries(CALLS[verb])) {
      for (const situation of TASK_SITUATIONS) {
        const targets = allowed(verb, variant, situation);
        const outcome = targets.length === 0 ? 'changes nothing' : `leads to ${targets.join(' or ')}`;

        it(`(${variant}) of a ${situation} task ${outcome}`, async () => {
          const before = await taskIn(test.db, situation);
          const rowBefore = await rowOf(before);
          const view = await call(before);
          const events = await readStream(test.db, { stream: `user:${before.userId}`, after: 0, limit: 10 });

          if (targets.length === 0) {
            expect(view).toBeNull();
            expect(await rowOf(before)).toBe(rowBefore);
            expect(events).toEqual([]);
            return;
          }
          expect(TaskView.parse(view)).toEqual(view);
          expect(targets).toContain(view?.status);
          expect(view?.version).toBe(before.task.version + 1);
          expect(events.map((event) => [event.seq, event.task])).toEqual([[1, view]]);
        });
      }
    }
  });
}

describe('every state', () => {
  it.each(TASK_SITUATIONS)('%s is spelled as the contract says', async (situation) => {
    const { task } = await taskIn(test.db, situation);
    expect(TaskView.parse(task)).toEqual(task);
    expect(task.status).toBe(STATUS_OF[situation]);
  });
});

describe('a row that must not exist is refused:', () => {
  const past = new Date(Date.now() - 1_000);
  it.each<[string, TaskSituation, Record<string, unknown>]>([
    ['settled_at_iff_final', 'SUCCESS', { settled_at: null }],
    ['settled_at_iff_final', 'PENDING', { settled_at: past }],
    ['deadline_at_iff_active', 'PENDING', { deadline_at: null }],
    ['deadline_at_iff_active', 'FAILED', { deadline_at: past }],
    ['error_code_iff_failed', 'FAILED', { error_code: null }],
    ['error_code_iff_failed', 'PROCESSING', { error_code: 'UNKNOWN' }],
    ['result_iff_success', 'SUCCESS', { result: null }],
    ['result_iff_success', 'FAILED', { result: '{}' }],
    ['owner_is_whole', 'PROCESSING', { boot_id: null }],
    ['owner_only_while_processing', 'SUCCESS', { worker_id: 'w', boot_id: 'b' }],
    ['missing_only_with_owner', 'WAITING', { worker_missing_since: past }],
    ['queued_only_without_owner', 'PROCESSING', { job_id: 'tsk-1' }],
    ['queued_only_without_owner', 'FAILED', { job_id: 'tsk-1' }],
    ['next_retry_only_while_waiting', 'PROCESSING', { next_retry_at: past }],
    ['next_retry_only_while_waiting', 'PENDING', { next_retry_at: past }],
    ['processing_has_started', 'PROCESSING', { started_at: null }],
    ['processing_has_started', 'SUCCESS', { attempt: 0 }],
    ['started_only_by_a_claim', 'PENDING', { started_at: past }],
    ['issuance_names_nest_and_document', 'PENDING', { doc_type: null }],
    ['ocr_names_its_document', 'PENDING', { kind: 'ocr' }],
    ['kind_is_known', 'PENDING', { kind: 'errand' }],
    ['input_is_an_object', 'PENDING', { input: '[]' }],
  ])('%s (%s with %o)', async (constraint, situation, overrides) => {
    await expect(taskIn(test.db, situation, overrides)).rejects.toThrow(constraint);
  });
});
