import type { ChangeEvent, EventType, TaskView } from '@dungji/contracts';
import type { NestSnapshot } from '../nest/view.ts';
import { toNestView } from '../nest/view.ts';
import type { Sql } from '../sql.ts';
import { type DocumentSnapshot, NEEDS_PERSON_SQL, type TaskSnapshot, toTaskView } from '../task/view.ts';

/**
 * The tail of every statement that changes a task: CTEs that number and store its event.
 *
 * It expects a CTE `changed` with at most one row: `task.id, task.user_id, task.kind, task.document_id, task.status, at`
 * and `task_snapshot(task) AS view` (see CHANGED_SQL). The counter rows are locked until the commit, the user's stream
 * before `operators`: the lock order of the whole package is task → user stream → operators.
 *
 * @param toOperators in need: only a task whose error code wants a person
 */
export const appendTaskEvent = (type: EventType, toOperators: 'always' | 'in need' = 'in need'): string => `
  counted AS (
    INSERT INTO stream AS s (name, last_seq)
    SELECT target.name, 1
    FROM changed CROSS JOIN LATERAL (VALUES ('user:' || changed.user_id, 1), ('operators', 2)) AS target (name, rank)
    WHERE target.rank = 1 OR ${toOperators === 'always' ? 'true' : `changed.view ->> 'errorCode' IN (${NEEDS_PERSON_SQL})`}
    ORDER BY target.rank
    ON CONFLICT (name) DO UPDATE SET last_seq = s.last_seq + 1
    RETURNING s.name, s.last_seq
  ),
  appended AS (
    INSERT INTO event (stream, seq, type, at, task_id, payload)
    SELECT counted.name, counted.last_seq, '${type}', changed.at, changed.id,
           jsonb_build_object('task', changed.view)
           || CASE WHEN changed.kind = 'ocr' AND '${type}' IN ('task.accepted', 'task.resolved') THEN
                coalesce((SELECT jsonb_build_object('document', document_snapshot(d, changed.status))
                          FROM document d WHERE d.id = changed.document_id), '{}')
              ELSE '{}' END
    FROM changed CROSS JOIN counted
    RETURNING stream, seq, type, iso_time(at) AS at, payload
  )`;

/** The RETURNING list that `appendTaskEvent` needs; `at` is the statement's moment. */
export const changedSql = (at: string): string =>
  `id, user_id, kind, document_id, status, ${at} AS at, task_snapshot(task) AS view`;

/** As above for a stream event that is not a task's: expects `changed (user_id, at, payload)`. */
export const appendUserEvent = (type: EventType): string => `
  counted AS (
    INSERT INTO stream AS s (name, last_seq)
    SELECT 'user:' || changed.user_id, 1 FROM changed
    ON CONFLICT (name) DO UPDATE SET last_seq = s.last_seq + 1
    RETURNING s.name, s.last_seq
  ),
  appended AS (
    INSERT INTO event (stream, seq, type, at, payload)
    SELECT counted.name, counted.last_seq, '${type}', changed.at, changed.payload
    FROM changed CROSS JOIN counted
    RETURNING stream, seq, type, iso_time(at) AS at, payload
  )`;

export interface EventRow {
  readonly stream: ChangeEvent['stream'];
  readonly seq: number;
  readonly type: ChangeEvent['type'];
  readonly at: string;
  readonly payload: {
    readonly task?: TaskSnapshot;
    readonly nestId?: ChangeEvent['nestId'] | null;
    readonly nest?: NestSnapshot | null;
    readonly document?: DocumentSnapshot;
  };
}

/** The one mapping from a stored event to what a stream carries. */
export function toChangeEvent(row: EventRow): ChangeEvent {
  const { stream, seq, type, at, payload } = row;
  return {
    stream,
    seq,
    type,
    at,
    ...(payload.task && { task: toTaskView(payload.task) }),
    ...(payload.nestId && { nestId: payload.nestId }),
    // What a screen may offer is judged at the moment of the event; readers judge again by their own clock.
    ...(payload.nest !== undefined && { nest: payload.nest && toNestView(payload.nest, Date.parse(at)) }),
    ...(payload.document && { document: payload.document }),
  };
}

/**
 * Runs a statement that ends in `SELECT … FROM appended` and hands its events on.
 * Null: no row changed, because the guard did not hold. That is an answer, not an error.
 */
export async function changeTask(
  sql: Sql,
  text: string,
  params: readonly unknown[],
): Promise<TaskView | null> {
  const { rows } = await sql.query<EventRow>(text, params);
  return emitTask(sql, rows);
}

/** Hands on the events of a change of one task; its view is in each of them. */
export function emitTask(sql: Sql, rows: readonly EventRow[]): TaskView | null {
  const events = rows.map(toChangeEvent);
  const task = events[0]?.task;
  if (!task) return null;
  sql.emit(events);
  return task;
}
