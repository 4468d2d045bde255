import type { NestId, StepView, TaskId, TaskKind, TaskStatus, TaskView, UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import { type TaskSnapshot, toTaskView } from './view.ts';

/** `userId: null` is an operator's look: any task. */
export type Viewer = UserId | null;

export async function findTask(
  sql: Sql,
  { taskId, userId }: { readonly taskId: TaskId; readonly userId: Viewer },
): Promise<TaskView | null> {
  const { rows } = await sql.query<{ view: TaskSnapshot }>(
    'SELECT task_snapshot(task) AS view FROM task WHERE id = $1 AND ($2::text IS NULL OR user_id = $2)',
    [taskId, userId],
  );
  return rows[0] ? toTaskView(rows[0].view) : null;
}

export interface ListTasksQuery {
  readonly userId: Viewer;
  readonly kind?: TaskKind | undefined;
  readonly status?: TaskStatus | undefined;
  readonly nestId?: NestId | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface PageOf<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/** Newest first. The cursor is the id of the last task of a page, so pages neither repeat nor skip under new tasks. */
export async function listTasks(sql: Sql, query: ListTasksQuery): Promise<PageOf<TaskView>> {
  const { rows } = await sql.query<{ view: TaskSnapshot }>(
    `SELECT task_snapshot(task) AS view FROM task
     WHERE ($1::text IS NULL OR user_id = $1)
       AND ($2::text IS NULL OR kind = $2)
       AND ($3::text IS NULL OR status = $3)
       AND ($4::text IS NULL OR nest_id = $4)
       AND ($5::text IS NULL OR id < $5)
     ORDER BY id DESC LIMIT $6`,
    [
      query.userId,
      query.kind ?? null,
      query.status ?? null,
      query.nestId ?? null,
      query.cursor ?? null,
      query.limit + 1,
    ],
  );
  return pageOf(
    rows.map((row) => toTaskView(row.view)),
    query.limit,
    (task) => task.id,
  );
}

/** One row more than asked for tells whether there is a next page. */
export function pageOf<Item>(rows: Item[], limit: number, cursorOf: (item: Item) => string): PageOf<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

/** The ledger of a task, in order. Whether the caller may see the task is checked by `findTask`. */
export async function taskSteps(sql: Sql, taskId: TaskId): Promise<StepView[]> {
  const { rows } = await sql.query<{ view: StepView }>(
    'SELECT step_snapshot(s) AS view FROM task_step s WHERE task_id = $1 ORDER BY position',
    [taskId],
  );
  return rows.map((row) => row.view);
}
