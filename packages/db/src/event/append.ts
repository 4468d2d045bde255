import type { ApprovalView, ChangeEvent, EventType, TaskView } from '@dungji/contracts';
import { moveCardSql, type RunEventType } from '../approval/card-moves.ts';
import { type ApprovalSnapshot, toApprovalView } from '../approval/view.ts';
import { REFUND_SQL } from '../credit/refund.ts';
import type { NestSnapshot } from '../nest/view.ts';
import { toNestView } from '../nest/view.ts';
import type { Sql } from '../sql.ts';
import { type DocumentSnapshot, NEEDS_PERSON_SQL, type TaskSnapshot, toTaskView } from '../task/view.ts';

/**
 * The tail of every statement that changes a task: CTEs that number and store its events, move the card of an approval
 * along, and change its owner's credits.
 *
 * It expects a CTE `changed` with at most one row: `task.id, task.user_id, task.kind, task.document_id, task.status, at`
 * and `task_snapshot(task) AS view` (see CHANGED_SQL). The counter rows are locked until the commit, the user's stream
 * before `operators`: the lock order of the whole package is task → approval → credit account → user stream → operators.
 *
 * @param toOperators in need: only a task whose error code wants a person; those of approvals always go there
 * @param step SQL of the step's view that this very statement changes, if it changes one
 */
export const appendTaskEvent = (
  type: RunEventType | 'task.accepted',
  toOperators: 'always' | 'in need' = 'in need',
  step?: string,
): string =>
  type === 'task.accepted'
    ? appendAccepted(toOperators)
    : `${moveCardSql(type, step)}, ${appendNews(toOperators, type === 'task.resolved' ? REFUND_SQL : UNCHANGED_CREDITS)}`;

/**
 * As above for a task that is accepted.
 *
 * @param credits CTEs that take its price and leave `credited (user_id, balance)`
 */
export const appendAccepted = (
  toOperators: 'always' | 'in need' = 'in need',
  credits: string = UNCHANGED_CREDITS,
): string => `${WITHOUT_CARD}, ${appendNews(toOperators, credits)}`;

/** An approval's task is accepted by its own verb, together with its card. */
const WITHOUT_CARD = `
  carded AS (SELECT NULL::jsonb AS view WHERE false),
  news AS (SELECT 1 AS place, 'task.accepted' AS type FROM changed)`;

const UNCHANGED_CREDITS = `
  credited AS (SELECT NULL::text AS user_id, NULL::bigint AS balance WHERE false)`;

/**
 * Numbers and stores the events in `news (place, type)`, about the task in `changed` and the card in `carded (view)`, and
 * after them that of the credits, when they changed. What costs credits is told to its owner alone.
 *
 * @param credits CTEs that leave `credited (user_id, balance)` with at most one row
 */
export const appendNews = (
  toOperators: 'always' | 'in need' = 'in need',
  credits: string = UNCHANGED_CREDITS,
): string => `
  ${credits},
  told AS (
    SELECT place, type, NULL::bigint AS balance FROM news
    UNION ALL
    SELECT (SELECT count(*) FROM news) + 1, 'credits.changed', balance FROM credited
  ),
  counted AS (
    INSERT INTO stream AS s (name, last_seq)
    SELECT target.name, (SELECT count(*) FROM told)
    FROM changed LEFT JOIN carded ON true
    CROSS JOIN LATERAL (VALUES ('user:' || changed.user_id, 1), ('operators', 2)) AS target (name, rank)
    WHERE target.rank = 1 OR changed.kind = 'approval'
      OR ${toOperators === 'always' ? 'true' : `changed.view ->> 'errorCode' IN (${NEEDS_PERSON_SQL})`}
    ORDER BY target.rank
    ON CONFLICT (name) DO UPDATE SET last_seq = s.last_seq + excluded.last_seq
    RETURNING s.name, s.last_seq
  ),
  appended AS (
    INSERT INTO event (stream, seq, type, at, task_id, payload)
    SELECT counted.name, counted.last_seq - (SELECT count(*) FROM told) + told.place, told.type, changed.at,
           CASE WHEN told.type LIKE 'task.%' THEN changed.id END,
           CASE WHEN told.balance IS NOT NULL THEN
             jsonb_build_object('credits', jsonb_build_object('balance', told.balance))
           ELSE
           jsonb_build_object('task', changed.view)
           || CASE WHEN carded.view IS NOT NULL THEN jsonb_build_object('approval', carded.view) ELSE '{}' END
           || CASE WHEN changed.kind = 'ocr' AND told.type IN ('task.accepted', 'task.resolved') THEN
                coalesce((SELECT jsonb_build_object('document', document_snapshot(d, changed.status))
                          FROM document d WHERE d.id = changed.document_id), '{}')
              ELSE '{}' END
           END
    FROM changed CROSS JOIN counted CROSS JOIN told LEFT JOIN carded ON true
    RETURNING stream, seq, type, iso_time(at) AS at, payload
  )`;

/** The RETURNING list that `appendTaskEvent` needs; `at` is the statement's moment. */
export const changedSql = (at: string): string =>
  `id, user_id, kind, document_id, status, ${at} AS at, task_snapshot(task) AS view`;

/** As above for a card without its task's news: expects `carded (view, requested_by, at)`. */
export const appendCardEvent = (type: EventType): string => `
  counted AS (
    INSERT INTO stream AS s (name, last_seq)
    SELECT target.name, 1
    FROM carded CROSS JOIN LATERAL (VALUES ('user:' || carded.requested_by, 1), ('operators', 2)) AS target (name, rank)
    ORDER BY target.rank
    ON CONFLICT (name) DO UPDATE SET last_seq = s.last_seq + 1
    RETURNING s.name, s.last_seq
  ),
  appended AS (
    INSERT INTO event (stream, seq, type, at, payload)
    SELECT counted.name, counted.last_seq, '${type}', carded.at, jsonb_build_object('approval', carded.view)
    FROM carded CROSS JOIN counted
    RETURNING stream, seq, type, iso_time(at) AS at, payload
  )`;

/** As above for a stream event of a user's that is neither a task's nor a card's: expects `changed (user_id, at, payload)`. */
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
    readonly approval?: ApprovalSnapshot;
    readonly nestId?: ChangeEvent['nestId'] | null;
    readonly nest?: NestSnapshot | null;
    readonly document?: DocumentSnapshot;
    readonly credits?: { readonly balance: number };
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
    ...(payload.approval && { approval: toApprovalView(payload.approval) }),
    ...(payload.nestId && { nestId: payload.nestId }),
    // What a screen may offer is judged at the moment of the event; readers judge again by their own clock.
    ...(payload.nest !== undefined && { nest: payload.nest && toNestView(payload.nest, Date.parse(at)) }),
    ...(payload.document && { document: payload.document }),
    ...(payload.credits && { credits: payload.credits }),
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

/** Hands on the events of a change of one task; its view is in the first of them. */
export function emitTask(sql: Sql, rows: readonly EventRow[]): TaskView | null {
  return emit(sql, rows)?.task ?? null;
}

/** Hands on the events of a change of one card; its view is in each of them. */
export function emitApproval(sql: Sql, rows: readonly EventRow[]): ApprovalView | null {
  return emit(sql, rows)?.approval ?? null;
}

/** Hands on the events of a task and its card together. */
export function emitAccepted(
  sql: Sql,
  rows: readonly EventRow[],
): { readonly task: TaskView; readonly approval: ApprovalView } | null {
  const event = emit(sql, rows);
  return event?.task && event.approval ? { task: event.task, approval: event.approval } : null;
}

/** Returns one of them. Null: no row changed. */
function emit(sql: Sql, rows: readonly EventRow[]): ChangeEvent | null {
  const events = rows.map(toChangeEvent).sort((a, b) => a.seq - b.seq);
  const [first] = events;
  if (!first) return null;
  sql.emit(events);
  return first;
}
