import type { OperatorActionName, OperatorActionView, TaskId, UserId } from '@dungji/contracts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import { type PageOf, pageOf } from '../task/read.ts';

export interface RecordAction {
  readonly operatorId: UserId;
  readonly action: OperatorActionName;
  readonly taskId?: TaskId | undefined;
  readonly note?: string | undefined;
  readonly detail?: object | undefined;
  readonly at?: Date | undefined;
}

/**
 * Writes down what an operator is about to do. An action on a task's row is recorded by its own verb, in the statement
 * that performs it; this is for everything else. Record first, act afterwards: no act is missing from the record.
 *
 * Called by: api.
 */
export async function recordAction(sql: Sql, record: RecordAction): Promise<void> {
  await sql.query(
    `INSERT INTO operator_action (id, operator_id, action, task_id, note, detail, at)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, coalesce($7::timestamptz, now()))`,
    [
      newId.operatorAction(),
      record.operatorId,
      record.action,
      record.taskId ?? null,
      record.note ?? null,
      JSON.stringify(record.detail ?? {}),
      record.at ?? null,
    ],
  );
}

export interface ListActionsQuery {
  readonly taskId?: TaskId | undefined;
  readonly action?: OperatorActionName | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** What operators did, newest first. Called by: api (operators). */
export async function listOperatorActions(
  sql: Sql,
  query: ListActionsQuery,
): Promise<PageOf<OperatorActionView>> {
  const { rows } = await sql.query<{ view: OperatorActionView }>(query.taskId ? OF_TASK_SQL : ALL_SQL, [
    query.action ?? null,
    query.cursor ?? null,
    query.limit + 1,
    ...(query.taskId ? [query.taskId] : []),
  ]);
  return pageOf(
    rows.map((row) => row.view),
    query.limit,
    (action) => action.id,
  );
}

const listSql = (ofTask: string): string => `
  SELECT jsonb_build_object(
    'id', a.id, 'at', iso_time(a.at), 'action', a.action, 'operatorId', a.operator_id, 'operatorEmail', u."email",
    'taskId', a.task_id, 'note', a.note, 'detail', a.detail) AS view
  FROM operator_action a JOIN auth_user u ON u."id" = a.operator_id
  WHERE ($1::text IS NULL OR a.action = $1) AND ($2::text IS NULL OR a.id < $2) ${ofTask}
  ORDER BY a.id DESC LIMIT $3`;

const ALL_SQL = listSql('');
const OF_TASK_SQL = listSql('AND a.task_id = $4');
