import { RESTORABLE_SQL } from './view.ts';

/** The events of a task that somebody's approval of its card did not cause. */
export type RunEventType = 'task.started' | 'task.progressed' | 'task.retrying' | 'task.resolved';

/** People get this long to come back to a card whose run has failed. */
const REOPENED_FOR = `interval '24 hours'`;

/** The end of the run is the end of the card's decision: APPLIED, or FAILED with its cause. */
const RESOLVED = `,
      status = CASE changed.status WHEN 'SUCCESS' THEN 'APPLIED' ELSE 'FAILED' END,
      last_error_code = changed.view ->> 'errorCode',
      last_error_message = (
        SELECT s.error ->> 'message' FROM task_step s
        WHERE s.task_id = changed.id AND s.status = 'FAILED' AND s.error ->> 'code' = changed.view ->> 'errorCode'
        ORDER BY s.position DESC LIMIT 1),
      restorable = coalesce(changed.view ->> 'errorCode' IN (${RESTORABLE_SQL}), false),
      expires_at = CASE changed.status
        WHEN 'FAILED' THEN greatest(a.expires_at, changed.at + ${REOPENED_FOR}) ELSE a.expires_at END`;

/** What else is told of the card, after the task's own event. */
const CARD_EVENTS: Partial<Record<RunEventType, string>> = {
  'task.retrying': `
    UNION ALL SELECT 2, 'approval.interrupted' FROM carded, changed
    WHERE changed.view ->> 'lastErrorCode' = 'WORKER_LOST'`,
  'task.resolved': `
    UNION ALL SELECT 2, 'approval.resolved' FROM carded
    UNION ALL SELECT 3, 'approval.reopened' FROM carded WHERE carded.restorable`,
};

/**
 * CTEs between `changed` (one task, see appendTaskEvent) and its events: `carded` moves the card of an approval's run
 * with it, and `news` lists the types of the events in their order. Of other kinds there is no card, and one event.
 *
 * @param step SQL of the step's view that this very statement changes, if it changes one
 */
export const moveCardSql = (type: RunEventType, step = 'NULL::jsonb'): string => `
  carded AS (
    UPDATE approval AS a SET
      version = a.version + 1${type === 'task.resolved' ? RESOLVED : ''}
    FROM changed
    WHERE changed.kind = 'approval' AND a.task_id = changed.id AND a.status = 'ACCEPTED'
    RETURNING approval_snapshot(a, changed.view, ${step}) AS view, a.restorable
  ),
  news AS (
    SELECT 1 AS place, '${type}' AS type FROM changed${CARD_EVENTS[type] ?? ''}
  )`;
