import type { OverviewView } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

/**
 * How everything stands, in one statement: its parts read the indexes of active, doubtful and lately settled tasks,
 * so its cost follows the work of a day and not the history.
 *
 * Called by: api (operators, metrics).
 */
export async function overview(sql: Sql, at?: Date): Promise<OverviewView> {
  const { rows } = await sql.query<{ view: OverviewView }>(OVERVIEW_SQL, [at ?? null]);
  const view = rows[0]?.view;
  if (!view) throw new Error('the overview did not come back');
  return view;
}

const AT = 'coalesce($1::timestamptz, now())';
const A_DAY_AGO = `${AT} - interval '24 hours'`;

const sum = (number: string): string => `coalesce(sum((result ->> '${number}')::bigint), 0)`;

const OVERVIEW_SQL = `
  WITH active AS MATERIALIZED (
    SELECT kind, status, pending_at, deadline_at, next_retry_at, worker_missing_since FROM task
    WHERE status IN ('PENDING', 'PROCESSING')
  ),
  active_count AS (SELECT kind, status, count(*) AS count FROM active GROUP BY kind, status),
  settled_count AS (
    SELECT kind, error_code, count(*) AS count FROM task
    WHERE settled_at IS NOT NULL AND settled_at > ${A_DAY_AGO} GROUP BY kind, error_code
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
    'active', (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.kind, a.status), '[]') FROM active_count a),
    'waitingForRetry', (SELECT count(*) FROM active WHERE next_retry_at IS NOT NULL),
    'workerMissing', (SELECT count(*) FROM active WHERE worker_missing_since IS NOT NULL),
    'oldestPendingSince', (SELECT iso_time(min(pending_at)) FROM active WHERE status = 'PENDING'),
    'overdue', (SELECT count(*) FROM active WHERE deadline_at <= ${AT}),
    'inDoubt', (SELECT count(*) FROM task WHERE error_code = 'OUTCOME_UNKNOWN'),
    'openOnceSteps', (SELECT count(*) FROM task_step s JOIN task t ON t.id = s.task_id
                      WHERE s.mode = 'once' AND s.status = 'STARTED' AND t.settled_at IS NOT NULL),
    'settled24h', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                     'kind', c.kind, 'errorCode', c.error_code, 'count', c.count)
                     ORDER BY c.kind, c.error_code NULLS FIRST), '[]') FROM settled_count c),
    'lastSweep', (SELECT jsonb_build_object('id', r.id, 'at', iso_time(r.at), 'by', r.by, 'result', r.result)
                  FROM sweep_run r ORDER BY r.at DESC LIMIT 1),
    'sweeps24h', (SELECT numbers FROM sweeps)) AS view`;
