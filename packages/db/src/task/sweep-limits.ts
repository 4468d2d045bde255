import type { SweepResult, TaskErrorCode, TaskId, TaskKind, UserId } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { isDatabaseDown } from '../unavailable.ts';
import { failedSql } from './settle.ts';

export interface SweepOverdue {
  /** Rows a query reads at once. */
  readonly batch: number;
  /** Stop after this many rows, for a caller who is waited for; left out: until none is left. */
  readonly rowsMax?: number | undefined;
  /** Only this user's tasks: cheap enough to run when a page is opened. */
  readonly userId?: UserId | undefined;
  readonly at?: Date | undefined;
}

export interface SweepCounts {
  readonly examined: number;
  readonly settled: number;
  /** Of those settled: whose credits came back. */
  readonly refunded: number;
  /** One entry per row that could not be settled; the others went on. */
  readonly errors: readonly { readonly taskId: TaskId; readonly message: string }[];
}

/** The limits alone, of tasks and of cards, in the numbers of a whole sweep. */
export function sweptByLimits(
  ...parts: readonly {
    readonly examined: number;
    readonly settled: number;
    readonly refunded?: number;
    readonly errors: readonly unknown[];
  }[]
): SweepResult {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    examined: sum(parts.map((part) => part.examined)),
    redispatched: 0,
    settled: sum(parts.map((part) => part.settled)),
    refunded: sum(parts.map((part) => part.refunded ?? 0)),
    objectsDeleted: 0,
    errors: sum(parts.map((part) => part.errors.length)),
  };
}

interface OverdueRow {
  readonly id: TaskId;
  readonly kind: TaskKind;
  readonly status: 'PENDING' | 'PROCESSING';
  readonly attempt: number;
  readonly deadline_at: Date;
}

/**
 * From: PENDING or PROCESSING past its limit.   To: FAILED(STALE_PENDING, TIMEOUT or ABANDONED).
 * Guard: state, attempt and overdue deadline are still those that were read; a row somebody works on is skipped.
 * Event: task.resolved, for each.
 * Called by: maintenance worker, api (by timer when no sweep runs; a user's own rows), operator.
 *
 * Needs nothing but Postgres. Oldest first, batch after batch until none is left or `rowsMax` is reached, each row in a statement of its own:
 * a bad or locked row is counted and passed. Any number of these may run at once.
 *
 * @throws DatabaseUnavailableError: then no row can go on
 */
export async function sweepOverdue(sql: Sql, sweep: SweepOverdue): Promise<SweepCounts> {
  const errors: SweepCounts['errors'][number][] = [];
  let examined = 0;
  let settled = 0;
  let refunded = 0;
  let after: { deadlineAt: Date; id: string } | null = null;
  for (;;) {
    const batch: OverdueRow[] = await readOverdue(sql, sweep, after);
    for (const row of batch) {
      examined += 1;
      try {
        if (await failOverdue(sql, row, sweep.at)) {
          settled += 1;
          if (row.kind === 'generation') refunded += 1;
        }
      } catch (error) {
        if (isDatabaseDown(error) && !(await answers(sql))) throw error;
        errors.push({ taskId: row.id, message: String(error) });
      }
    }
    const last = batch.at(-1);
    const isOver = batch.length < sweep.batch || examined >= (sweep.rowsMax ?? Number.POSITIVE_INFINITY);
    if (!last || isOver) return { examined, settled, refunded, errors };
    after = { deadlineAt: last.deadline_at, id: last.id };
  }
}

/** A row that runs into a time-out looks like a database that is down; this tells the two apart. */
async function answers(sql: Sql): Promise<boolean> {
  try {
    await sql.query('SELECT 1');
    return true;
  } catch {
    return false;
  }
}

async function readOverdue(
  sql: Sql,
  sweep: SweepOverdue,
  after: { deadlineAt: Date; id: string } | null,
): Promise<OverdueRow[]> {
  const { rows } = await sql.query<OverdueRow>(sweep.userId ? OVERDUE_OF_USER_SQL : OVERDUE_SQL, [
    sweep.at ?? null,
    // Before every row: the smallest deadline and the empty id.
    after?.deadlineAt ?? '-infinity',
    after?.id ?? '',
    sweep.batch,
    ...(sweep.userId ? [sweep.userId] : []),
  ]);
  return rows;
}

const overdueSql = (ofUser: string): string => `
  SELECT id, kind, status, attempt, deadline_at FROM task
  WHERE status IN ('PENDING', 'PROCESSING')
    AND deadline_at <= coalesce($1::timestamptz, now())
    AND (deadline_at, id) > ($2::timestamptz, $3) ${ofUser}
  ORDER BY deadline_at, id LIMIT $4`;

const OVERDUE_SQL = overdueSql('');
const OVERDUE_OF_USER_SQL = overdueSql('AND user_id = $5');

/** Why a task of this kind ends when its time is up. */
function overdueCode({ kind, status }: Pick<OverdueRow, 'kind' | 'status'>): TaskErrorCode {
  if (status === 'PENDING') return 'STALE_PENDING';
  return kind === 'generation' ? 'ABANDONED' : 'TIMEOUT';
}

const failOverdue = (sql: Sql, row: OverdueRow, at: Date | undefined) =>
  changeTask(sql, FAIL_OVERDUE_SQL, [row.id, row.attempt, row.status, overdueCode(row), at ?? null]);

const AT = 'coalesce($5::timestamptz, now())';

const FAIL_OVERDUE_SQL = `
  WITH free AS (
    SELECT id FROM task
    WHERE id = $1 AND attempt = $2 AND status = $3 AND deadline_at <= ${AT}
    FOR NO KEY UPDATE SKIP LOCKED
  ),
  changed AS (
    UPDATE task SET ${failedSql('$4', AT)}
    WHERE id = (SELECT free.id FROM free) AND attempt = $2 AND status = $3 AND deadline_at <= ${AT}
    RETURNING ${changedSql(AT)}
  ),
  ${appendTaskEvent('task.resolved')}
  SELECT * FROM appended`;
