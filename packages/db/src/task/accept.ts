import {
  type DocType,
  type DocumentId,
  KINDS,
  type Limits,
  type NestId,
  type TaskId,
  type TaskKind,
  type TaskView,
  type UserId,
} from '@dungji/contracts';
import { chargeSql, takePriceSql } from '../credit/charge.ts';
import { appendAccepted, changedSql, type EventRow, emitTask } from '../event/append.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import { violatedConstraint } from '../unavailable.ts';
import { failTask } from './fail.ts';
import { type TaskSnapshot, toTaskView } from './view.ts';

export interface AcceptTask {
  readonly kind: TaskKind;
  readonly userId: UserId;
  /** issuance: the address is added from the nest as it is now, so that a later edit does not change what is issued. */
  readonly input: object;
  /** issuance: whose document. Must belong to the user. */
  readonly nestId?: NestId | undefined;
  readonly docType?: DocType | undefined;
  /** ocr: what to read. Must belong to the user; the task takes nest and document type from it. */
  readonly documentId?: DocumentId | undefined;
  readonly idempotency?: IdempotencyKey | undefined;
  readonly limits: Limits;
  /** Known beforehand, e.g. because another row names it. */
  readonly taskId?: TaskId | undefined;
  readonly at?: Date | undefined;
}

/** A generation. */
export interface AcceptPaidTask extends AcceptTask {
  /** In credits. */
  readonly cost: number;
  /** The picture it is made from, when that is a document of the user's. */
  readonly pictureId?: DocumentId | undefined;
}

export interface IdempotencyKey {
  readonly procedure: string;
  readonly key: string;
  readonly inputHash: string;
}

export type AcceptAnswer =
  | {
      readonly outcome: 'accepted';
      readonly task: TaskView;
      /** What is left, when it cost something. */
      readonly balance?: number;
    }
  /** An active task already does this, or the key was used before for the same input. */
  | { readonly outcome: 'reused'; readonly task: TaskView }
  /** IDEMPOTENCY_CONFLICT: the key was used before for another input. */
  | { readonly outcome: 'conflict' }
  /** The nest or document is gone or not the user's. */
  | { readonly outcome: 'missing' };

/** INSUFFICIENT_CREDITS: nothing was taken. Only what costs something is answered so. */
export interface Unaffordable {
  readonly outcome: 'unaffordable';
}

/**
 * One lost race needs one more look; three parties (a stale row failed, its successor accepted, a key taken) need a few.
 * Ten is far beyond what can happen by chance.
 */
const LOOKS_MAX = 10;

/**
 * From: nothing.   To: PENDING.
 * Guard: nest or document is the user's; no active task does the same (partial unique indexes); the key is free.
 * Event: task.accepted.
 * Null when: never; see AcceptAnswer.
 * Called by: api; worker (the ocr task behind an issuance).
 *
 * A key that was used answers its task also when the nest or document is gone meanwhile.
 *
 * One statement in the ordinary case. Losers of a race see nothing of the winner in the snapshot of their first
 * statement, so they look again. A PENDING row past its limit that stands in the way is failed STALE_PENDING first,
 * guarded, so that of a claim and a replacement exactly one wins.
 *
 * Locks, in order: credit account (when it costs something), idempotency key, nest or document (shared), task, user
 * stream. The account may come before the task, since nobody else knows the new row. Inside a transaction pass no key:
 * a lost race for one is noticed by a foreign key, which ends the transaction.
 */
export function acceptTask(sql: Sql, accept: AcceptPaidTask): Promise<AcceptAnswer | Unaffordable>;
export function acceptTask(sql: Sql, accept: AcceptTask): Promise<AcceptAnswer>;
export async function acceptTask(
  sql: Sql,
  accept: AcceptTask | AcceptPaidTask,
): Promise<AcceptAnswer | Unaffordable> {
  const taskId = accept.taskId ?? newId.task();
  for (let look = 1; look <= LOOKS_MAX; look += 1) {
    const answer = await tryAccept(sql, accept, taskId, look);
    if (answer) return answer;
  }
  throw new Error(`accept of ${accept.kind} for ${accept.userId} did not settle in ${LOOKS_MAX} looks`);
}

/** Null: the world moved between the statement's snapshot and its writes. */
async function tryAccept(
  sql: Sql,
  accept: AcceptTask | AcceptPaidTask,
  taskId: TaskId,
  look: number,
): Promise<AcceptAnswer | Unaffordable | null> {
  const row = await runAccept(sql, accept, taskId);
  if (!row) return null;
  if (row.events) {
    const task = emitTask(sql, row.events);
    if (!task) return null;
    return { outcome: 'accepted', task, ...(row.balance !== null && { balance: row.balance }) };
  }
  if (row.prior && !row.prior.freed) {
    const same = row.prior.inputHash === accept.idempotency?.inputHash;
    return same ? { outcome: 'reused', task: toTaskView(row.prior.view) } : { outcome: 'conflict' };
  }
  if ('cost' in accept && row.pictured && !row.placed) {
    // The balance that did not suffice is newer than the snapshot: what spent it may have been a call with the same key.
    if (accept.idempotency && look === 1) return null;
    return { outcome: 'unaffordable' };
  }
  if (!row.placed) return { outcome: 'missing' };
  if (row.existing?.stale) {
    const { id, attempt } = row.existing.view;
    await failTask(sql, { taskId: id, attempt, from: 'PENDING', code: 'STALE_PENDING', ...at(accept) });
    return null;
  }
  if (row.existing && (!accept.idempotency || row.kept)) {
    return { outcome: 'reused', task: toTaskView(row.existing.view) };
  }
  return null;
}

const at = (accept: AcceptTask): { at?: Date } => (accept.at ? { at: accept.at } : {});

interface AcceptRow {
  readonly prior: { readonly view: TaskSnapshot; readonly inputHash: string; readonly freed: boolean } | null;
  readonly existing: { readonly view: TaskSnapshot; readonly stale: boolean } | null;
  readonly placed: boolean;
  /** generation: the picture is there. */
  readonly pictured: boolean;
  readonly kept: boolean;
  readonly events: EventRow[] | null;
  /** What is left, when the task costs something and was paid for. */
  readonly balance: number | null;
}

async function runAccept(
  sql: Sql,
  accept: AcceptTask | AcceptPaidTask,
  taskId: TaskId,
): Promise<AcceptRow | null> {
  const { idempotency } = accept;
  try {
    const { rows } = await sql.query<AcceptRow>(ACCEPT_SQL[accept.kind], [
      taskId,
      accept.kind,
      accept.userId,
      JSON.stringify(accept.input),
      accept.nestId ?? null,
      accept.docType ?? null,
      accept.documentId ?? null,
      idempotency?.procedure ?? null,
      idempotency?.key ?? null,
      idempotency?.inputHash ?? null,
      KINDS[accept.kind].pendingLimitMs(accept.limits),
      accept.at ?? null,
      ...('cost' in accept ? [accept.cost, accept.pictureId ?? null] : []),
    ]);
    return rows[0] ?? null;
  } catch (error) {
    // The key was kept, or the price taken, for a task that a lost race then did not create; nothing of the statement remains.
    if (UNDONE_BY.includes(violatedConstraint(error) ?? '')) return null;
    throw error;
  }
}

const UNDONE_BY = ['idempotency_names_its_task', 'entry_names_its_task'];

const NOWHERE = `SELECT NULL AS nest_id, NULL AS doc_type, '{}'::jsonb AS copied`;

/** How each kind finds its place, what of it the input copies, and the task that may already stand there. */
const PLACES: Record<TaskKind, Place> = {
  issuance: {
    place: `SELECT n.id AS nest_id, $6 AS doc_type,
                   jsonb_build_object('roadAddress', n.road_address, 'detailAddress', n.detail_address) AS copied
            FROM nest n WHERE n.id = $5 AND n.user_id = $3 FOR KEY SHARE`,
    existing: 'nest_id = $5 AND doc_type = $6',
  },
  ocr: {
    place: `SELECT d.nest_id, nullif(d.doc_type, 'PICTURE') AS doc_type, '{}'::jsonb AS copied FROM document d
            WHERE d.id = $7 AND d.user_id = $3 AND d.doc_type <> 'VIDEO' FOR KEY SHARE`,
    existing: 'document_id = $7',
  },
  // Its table comes with its verbs.
  approval: { place: NOWHERE, existing: 'false' },
  generation: {
    before: `picture AS (
        SELECT FROM document d WHERE d.id = $14 AND d.user_id = $3 AND d.doc_type = 'PICTURE' FOR KEY SHARE
      ),
      pictured AS (SELECT $14::text IS NULL OR EXISTS (SELECT FROM picture) AS yes),
      ${takePriceSql({ userId: '$3', cost: '$13', at: 'coalesce($12::timestamptz, now())' })}
        AND (SELECT yes FROM pictured) AND NOT EXISTS (SELECT FROM prior WHERE NOT freed)
        RETURNING a.user_id, a.balance, a.entries, a.changed_at
      ),`,
    place: `${NOWHERE} FROM paid`,
    existing: 'false',
    credits: chargeSql({ taskId: '$1', cost: '$13' }),
    balance: '(SELECT balance FROM paid)',
    pictured: '(SELECT yes FROM pictured)',
  },
};

interface Place {
  /** CTEs that the place reads. */
  readonly before?: string;
  readonly place: string;
  readonly existing: string;
  /** What is paid, and out of what; only kinds that cost something. */
  readonly credits?: string;
  readonly balance?: string;
  readonly pictured?: string;
}

const AT = 'coalesce($12::timestamptz, now())';

// `given` names the type of parameters that not every kind uses; it is never run.
const acceptSql = ({
  before = '',
  place,
  existing,
  credits,
  balance = 'NULL',
  pictured = 'true',
}: Place): string => `
  WITH given AS (SELECT $5::text, $6::text, $7::text),
  prior AS (
    SELECT task_snapshot(task) AS view, i.input_hash, i.task_id,
           task.status = 'FAILED' AND task.error_code = 'DISPATCH_FAILED' AS freed
    FROM idempotency i JOIN task ON task.id = i.task_id
    WHERE i.user_id = $3 AND i.procedure = $8 AND i.key = $9
  ),
  ${before}
  place AS (${place}),
  existing AS (
    SELECT task.id, task_snapshot(task) AS view, status = 'PENDING' AND deadline_at <= ${AT} AS stale
    FROM task
    WHERE kind = $2 AND ${existing} AND status IN ('PENDING', 'PROCESSING')
  ),
  kept AS (
    INSERT INTO idempotency AS i (user_id, procedure, key, input_hash, task_id, created_at)
    SELECT $3, $8, $9, $10, coalesce(existing.id, $1), ${AT}
    FROM place LEFT JOIN existing ON true
    WHERE $9::text IS NOT NULL AND existing.stale IS NOT TRUE AND NOT EXISTS (SELECT FROM prior WHERE NOT freed)
    ON CONFLICT (user_id, procedure, key) DO UPDATE
      SET input_hash = excluded.input_hash, task_id = excluded.task_id, created_at = excluded.created_at
      WHERE i.task_id = (SELECT prior.task_id FROM prior WHERE freed)
    RETURNING i.task_id
  ),
  changed AS (
    INSERT INTO task (id, kind, user_id, input, nest_id, doc_type, document_id, created_at, pending_at, deadline_at)
    SELECT $1, $2, $3, place.copied || $4::jsonb, place.nest_id, place.doc_type, $7, ${AT}, ${AT},
           ${AT} + $11::bigint * interval '1 millisecond'
    FROM place
    WHERE NOT EXISTS (SELECT FROM existing)
      AND NOT EXISTS (SELECT FROM prior WHERE NOT freed)
      AND ($9::text IS NULL OR EXISTS (SELECT FROM kept))
    ON CONFLICT DO NOTHING
    RETURNING ${changedSql(AT)}
  ),
  ${appendAccepted('in need', credits)}
  SELECT
    (SELECT jsonb_build_object('view', view, 'inputHash', input_hash, 'freed', freed) FROM prior) AS prior,
    (SELECT jsonb_build_object('view', view, 'stale', stale) FROM existing) AS existing,
    EXISTS (SELECT FROM place) AS placed,
    EXISTS (SELECT FROM kept) AS kept,
    ${pictured} AS pictured,
    ${balance} AS balance,
    (SELECT jsonb_agg(to_jsonb(appended)) FROM appended) AS events`;

const ACCEPT_SQL: Record<TaskKind, string> = {
  issuance: acceptSql(PLACES.issuance),
  ocr: acceptSql(PLACES.ocr),
  approval: acceptSql(PLACES.approval),
  generation: acceptSql(PLACES.generation),
};
