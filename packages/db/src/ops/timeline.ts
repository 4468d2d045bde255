import type { AttemptView, TaskId, TaskTimeline, TimelineEvent, TimelineStep } from '@dungji/contracts';
import { listArtefacts } from '../document/object.ts';
import { providerRecord } from '../generation/read.ts';
import type { Sql } from '../sql.ts';
import { listOperatorActions } from './actions.ts';
import { findOperatorTask } from './tasks.ts';

/** A task has some ten events an attempt; the bound only keeps a runaway from filling an answer. */
const EVENTS_MAX = 500;
const ACTIONS_MAX = 100;

/**
 * Everything on record about one task, in the order in which it happened.
 *
 * Null when: there is no such task.   Called by: api (operators).
 */
export async function taskTimeline(sql: Sql, taskId: TaskId): Promise<TaskTimeline | null> {
  const task = await findOperatorTask(sql, taskId);
  if (!task) return null;
  const { rows: events } = await sql.query<TimelineEvent>(EVENTS_SQL, [taskId, `user:${task.userId}`]);
  const { rows: steps } = await sql.query<{ view: TimelineStep }>(STEPS_SQL, [taskId]);
  const actions = await listOperatorActions(sql, { taskId, limit: ACTIONS_MAX });
  const artefacts = await listArtefacts(sql, taskId);
  return {
    task,
    events,
    steps: steps.map((row) => row.view),
    attempts: attemptsOf(events),
    actions: actions.items,
    provider: await providerRecord(sql, taskId),
    artefacts: artefacts.map(({ key, purpose, plannedAt }) => ({
      key,
      purpose,
      at: plannedAt.toISOString(),
    })),
  };
}

// An event that also went to the operators is the same event; the owner's stream has them all.
const EVENTS_SQL = `
  SELECT * FROM (
    SELECT seq, iso_time(at) AS at, type,
           (payload -> 'task' ->> 'version')::integer AS version,
           payload -> 'task' ->> 'status' AS status,
           (payload -> 'task' ->> 'attempt')::integer AS attempt,
           payload -> 'task' ->> 'workerId' AS "workerId",
           payload -> 'task' ->> 'errorCode' AS "errorCode",
           payload -> 'task' ->> 'lastErrorCode' AS "lastErrorCode",
           payload -> 'task' ->> 'nextRetryAt' AS "nextRetryAt",
           nullif(payload -> 'task' -> 'progress', 'null') AS progress
    FROM event
    WHERE task_id = $1 AND stream = $2
    ORDER BY seq DESC LIMIT ${EVENTS_MAX}
  ) AS newest ORDER BY seq`;

const STEPS_SQL = `
  SELECT step_snapshot(s) || jsonb_build_object('mode', s.mode, 'idempotencyKey', s.idempotency_key) AS view
  FROM task_step s WHERE task_id = $1 ORDER BY position`;

/** Each attempt begins with a claim, and ends with whatever comes next that is not progress. */
function attemptsOf(events: readonly TimelineEvent[]): AttemptView[] {
  const attempts: AttemptView[] = [];
  for (const event of events) {
    if (event.type === 'task.started') {
      const { attempt, workerId, at } = event;
      attempts.push({ attempt, workerId, startedAt: at, endedAt: null, code: null });
      continue;
    }
    const running = attempts.at(-1);
    if (!running || running.endedAt !== null || event.type === 'task.progressed') continue;
    const code = event.type === 'task.retrying' ? event.lastErrorCode : event.errorCode;
    attempts[attempts.length - 1] = { ...running, endedAt: event.at, code };
  }
  return attempts;
}
