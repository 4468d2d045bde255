import type {
  NestId,
  OperatorTask,
  TaskErrorCode,
  TaskId,
  TaskKind,
  TaskStatus,
  UserId,
} from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import { type PageOf, pageOf } from '../task/read.ts';
import { type TaskSnapshot, toTaskView } from '../task/view.ts';

export interface OpsTasksQuery {
  readonly kind?: TaskKind | undefined;
  readonly status?: TaskStatus | undefined;
  readonly code?: TaskErrorCode | undefined;
  readonly userId?: UserId | undefined;
  readonly nestId?: NestId | undefined;
  /** Who owns it now. */
  readonly workerId?: string | undefined;
  /** Only FAILED(OUTCOME_UNKNOWN). */
  readonly inDoubt?: true | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface OperatorRow {
  readonly view: TaskSnapshot;
  readonly userId: UserId;
  readonly onceInDoubt: boolean;
}

const COLUMNS = `task_snapshot(task) AS view, user_id AS "userId",
  EXISTS (SELECT FROM task_step s
          WHERE s.task_id = task.id AND s.mode = 'once' AND s.status = 'STARTED') AS "onceInDoubt"`;

const toOperatorTask = ({ view, userId, onceInDoubt }: OperatorRow): OperatorTask => ({
  ...toTaskView(view),
  userId,
  onceInDoubt,
});

/** Null: there is no such task. Called by: api (operators). */
export async function findOperatorTask(sql: Sql, taskId: TaskId): Promise<OperatorTask | null> {
  const { rows } = await sql.query<OperatorRow>(`SELECT ${COLUMNS} FROM task WHERE id = $1`, [taskId]);
  return rows[0] ? toOperatorTask(rows[0]) : null;
}

/**
 * Everybody's tasks, newest first.
 *
 * Only the filters in use are part of the statement, and states stand in it as literals: a plan made for any value
 * could not use the indexes of active, owned or doubtful tasks, and would walk through the whole history instead.
 *
 * Called by: api (operators).
 */
export async function opsTasks(sql: Sql, query: OpsTasksQuery): Promise<PageOf<OperatorTask>> {
  const params: unknown[] = [query.limit + 1];
  const clauses: string[] = [];
  const equals = (column: string, value: string | undefined) => {
    if (value === undefined) return;
    params.push(value);
    clauses.push(`${column} = $${params.length}`);
  };
  if (query.inDoubt) clauses.push(`error_code = 'OUTCOME_UNKNOWN'`);
  if (query.status) clauses.push(STATUS_SQL[query.status]);
  equals('kind', query.kind);
  equals('error_code', query.code);
  equals('user_id', query.userId);
  equals('nest_id', query.nestId);
  equals('worker_id', query.workerId);
  if (query.cursor !== undefined) {
    params.push(query.cursor);
    clauses.push(`id < $${params.length}`);
  }
  const where = clauses.length > 0 ? `WHERE ${clauses.join(' AND ')}` : '';
  const { rows } = await sql.query<OperatorRow>(
    `SELECT ${COLUMNS} FROM task ${where} ORDER BY id DESC LIMIT $1`,
    params,
  );
  return pageOf(rows.map(toOperatorTask), query.limit, (task) => task.id);
}

/** `worker_id IS NULL` is always true of PENDING; said aloud, it names the index. */
const STATUS_SQL: Record<TaskStatus, string> = {
  PENDING: `status = 'PENDING' AND worker_id IS NULL`,
  PROCESSING: `status = 'PROCESSING'`,
  SUCCESS: `status = 'SUCCESS'`,
  FAILED: `status = 'FAILED'`,
};
