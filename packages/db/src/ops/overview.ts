import type { OverviewView } from '@dungji/contracts';
import { ACTIONABLE_SQL } from '../approval/read.ts';
import type { Sql } from '../sql.ts';

/**
 * How everything stands, in one statement: its parts read the indexes of active, doubtful and lately settled tasks,
 * so its cost follows the work of a day and not the history.
 *
 * Called by: api (operators, metrics).
 */
export async function overview(sql: Sql): Promise<OverviewView> {
  const { rows } = await sql.query<{ view: OverviewView }>(OVERVIEW_SQL);
  const view = rows[0]?.view;
  if (!view) throw new Error('the overview did not come back');
  return view;
}

// Without parameters, so it is planned each time knowing what "a day ago" is: a plan for any moment reads the history.
const A_DAY_AGO = `now() - interval '24 hours'`;

const sum = (number: string): string => `coalesce(sum((result ->> '${number}')::bigint), 0)`;

const OVERVIEW_SQL = `
  WITH active AS (
    SELECT kind, status, count(*) AS count,
           count(next_retry_at) AS retrying,
           count(worker_missing_since) AS missing,
           count(*) FILTER (WHERE deadline_at <= now()) AS overdue,
           min(pending_at) FILTER (WHERE status = 'PENDING') AS oldest
    FROM task WHERE status IN ('PENDING', 'PROCESSING') GROUP BY kind, status
  ),
  settled AS (
    SELECT kind, error_code, count(*) AS count FROM task
    WHERE settled_at IS NOT NULL AND settled_at > ${A_DAY_AGO} GROUP BY kind, error_code
  ),
  credits AS (
    SELECT jsonb_build_object(
      'charged24h', coalesce(-sum(amount) FILTER (WHERE reason = 'CHARGE'), 0),
      'refunded24h', coalesce(sum(amount) FILTER (WHERE reason = 'REFUND'), 0),
      'granted24h', coalesce(sum(amount) FILTER (WHERE reason = 'GRANT'), 0),
      'mismatches', (SELECT count(*) FROM credit_account WHERE mismatch_since IS NOT NULL)) AS numbers
    FROM credit_entry WHERE created_at > ${A_DAY_AGO}
  ),
  generations AS (
    SELECT jsonb_build_object(
      'rendering', count(*),
      'askOverdue', count(*) FILTER (WHERE next_check_at < now() - interval '1 minute'),
      'resultMissing', count(*) FILTER (WHERE last_problem IS NOT NULL AND task.progress ->> 'label' = 'store'),
      'oldestRenderingSince', iso_time(min(handed_over_at))) AS numbers
    FROM generation JOIN task ON task.id = generation.task_id WHERE next_check_at IS NOT NULL
  ),
  sweeps AS (
    SELECT jsonb_build_object(
      'runs', count(*),
      'examined', ${sum('examined')},
      'redispatched', ${sum('redispatched')},
      'settled', ${sum('settled')},
      'refunded', ${sum('refunded')},
      'objectsDeleted', ${sum('objectsDeleted')},
      'errors', ${sum('errors')}) AS numbers
    FROM sweep_run WHERE at > ${A_DAY_AGO}
  )
  SELECT jsonb_build_object(
    'active', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'status', a.status, 'count', a.count)
                 ORDER BY a.kind, a.status), '[]') FROM active a),
    'waitingForRetry', (SELECT coalesce(sum(retrying), 0) FROM active),
    'workerMissing', (SELECT coalesce(sum(missing), 0) FROM active),
    'oldestPendingSince', (SELECT iso_time(min(oldest)) FROM active),
    'overdue', (SELECT coalesce(sum(overdue), 0) FROM active),
    'inDoubt', (SELECT count(*) FROM task WHERE error_code = 'OUTCOME_UNKNOWN'),
    'cardsToDecide', (SELECT count(*) FROM approval a WHERE ${ACTIONABLE_SQL}),
    'openOnceSteps', (SELECT count(*) FROM task_step s JOIN task t ON t.id = s.task_id
                      WHERE s.mode = 'once' AND s.status = 'STARTED' AND t.settled_at IS NOT NULL),
    'settled24h', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                     'kind', c.kind, 'errorCode', c.error_code, 'count', c.count)
                     ORDER BY c.kind, c.error_code NULLS FIRST), '[]') FROM settled c),
    'credits', (SELECT numbers FROM credits),
    'generations', (SELECT numbers FROM generations),
    'lastSweep', (SELECT jsonb_build_object('id', r.id, 'at', iso_time(r.at), 'by', r.by, 'result', r.result)
                  FROM sweep_run r ORDER BY r.at DESC LIMIT 1),
    'sweeps24h', (SELECT numbers FROM sweeps)) AS view`;
