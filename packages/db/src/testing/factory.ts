import {
  DEFAULT_LIMITS,
  type DocumentId,
  type NestId,
  type TaskId,
  type TaskView,
  type UserId,
} from '@dungji/contracts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import type { Fence } from '../task/fence.ts';
import { type TaskSnapshot, toTaskView } from '../task/view.ts';

/** A user who may own things. Signing in is not possible with it. */
export async function userIn(sql: Sql, role: 'member' | 'operator' | 'admin' = 'member'): Promise<UserId> {
  const id = newId.user();
  await sql.query(
    `INSERT INTO auth_user ("id", "name", "email", "emailVerified", "role") VALUES ($1, $1, $2, true, $3)`,
    [id, `${id.toLowerCase()}@dungji.example`, role],
  );
  return id;
}

/** A nest of that user, or of a new one. */
export async function nestIn(sql: Sql, userId?: UserId): Promise<{ nestId: NestId; userId: UserId }> {
  const owner = userId ?? (await userIn(sql));
  const nestId = newId.nest();
  await sql.query(
    `INSERT INTO nest (id, user_id, name, road_address, detail_address, building_type, deposit_krw, monthly_rent_krw,
                       landlord_name, contract_from, contract_to)
     VALUES ($1, $2, '둥지', '서울특별시 마포구 월드컵로 1', '101동 1001호', 'APARTMENT', 300000000, 0,
             '홍길동', '2026-01-01', '2027-12-31')`,
    [nestId, owner],
  );
  return { nestId, userId: owner };
}

/** A stored document; uploaded unless a task is named. */
export async function documentIn(
  sql: Sql,
  of: { readonly userId: UserId; readonly nestId?: NestId | null; readonly taskId?: TaskId | undefined },
): Promise<DocumentId> {
  const id = newId.document();
  await sql.query(
    `INSERT INTO stored_object (key, purpose, status, stored_at) VALUES ($1, 'document', 'STORED', now())`,
    [`documents/${id}.pdf`],
  );
  await sql.query(
    `INSERT INTO document (id, user_id, nest_id, doc_type, source, file_name, content_type, size_bytes, sha256,
                           object_key, task_id)
     VALUES ($1, $2, $3, 'REGISTRY', $4, '등기사항전부증명서.pdf', 'application/pdf', 1234, encode(sha256(convert_to($1, 'UTF8')), 'hex'), $5, $6)`,
    [
      id,
      of.userId,
      of.nestId ?? null,
      of.taskId ? 'ISSUED' : 'UPLOADED',
      `documents/${id}.pdf`,
      of.taskId ?? null,
    ],
  );
  return id;
}

/**
 * Every state a row can be in, by the name of what is going on:
 * PROCESSING is owned by a worker; WAITING is PROCESSING without owner, between two attempts; IN_DOUBT is
 * FAILED(OUTCOME_UNKNOWN), which an operator decides.
 */
export const TASK_SITUATIONS = ['PENDING', 'PROCESSING', 'WAITING', 'SUCCESS', 'FAILED', 'IN_DOUBT'] as const;
export type TaskSituation = (typeof TASK_SITUATIONS)[number];

export interface TaskIn {
  readonly task: TaskView;
  readonly userId: UserId;
  readonly nestId: NestId;
  /** Holds for PROCESSING; for the others it is a fence somebody might still carry. */
  readonly fence: Fence;
}

/** Column values that replace those of the situation. The caller answers for the CHECK constraints. */
export interface TaskColumns {
  readonly user_id?: UserId;
  readonly nest_id?: NestId;
  readonly [column: string]: unknown;
}

const BOOT_ID = 'boot-1';

/** An issuance in any situation, put there without any verb. A new user and nest unless `user_id` and `nest_id` are given. */
export async function taskIn(
  sql: Sql,
  situation: TaskSituation,
  overrides: TaskColumns = {},
): Promise<TaskIn> {
  const userId = overrides.user_id ?? (await userIn(sql));
  const nestId = overrides.nest_id ?? (await nestIn(sql, userId)).nestId;
  const columns: Record<string, unknown> = {
    id: newId.task(),
    kind: 'issuance',
    user_id: userId,
    nest_id: nestId,
    doc_type: 'REGISTRY',
    input: JSON.stringify({
      nestId,
      docType: 'REGISTRY',
      roadAddress: '서울특별시 마포구 월드컵로 1',
      detailAddress: '101동 1001호',
    }),
    ...situationColumns(situation),
    ...overrides,
  };
  const names = Object.keys(columns);
  const { rows } = await sql.query<{ view: TaskSnapshot; boot_id: string | null }>(
    `INSERT INTO task (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})
     RETURNING task_snapshot(task) AS view, boot_id`,
    Object.values(columns),
  );
  const row = rows[0];
  if (!row) throw new Error('the inserted task did not come back');
  const task = toTaskView(row.view);
  return {
    task,
    userId,
    nestId,
    fence: { taskId: task.id, attempt: task.attempt, bootId: row.boot_id ?? BOOT_ID },
  };
}

function situationColumns(situation: TaskSituation): Record<string, unknown> {
  const now = Date.now();
  const past = new Date(now - 60_000);
  const pending = {
    status: 'PENDING',
    created_at: past,
    pending_at: past,
    deadline_at: new Date(past.getTime() + DEFAULT_LIMITS.ISSUANCE_PENDING_TIMEOUT_MS),
  };
  const claimed = { ...pending, attempt: 1, version: 2, started_at: past };
  const active = {
    ...claimed,
    status: 'PROCESSING',
    deadline_at: new Date(past.getTime() + DEFAULT_LIMITS.ISSUANCE_PROCESSING_TIMEOUT_MS),
  };
  const ended = { ...claimed, version: 3, deadline_at: null, settled_at: new Date(now) };
  switch (situation) {
    case 'PENDING':
      return pending;
    case 'PROCESSING':
      return { ...active, worker_id: 'worker-1', boot_id: BOOT_ID };
    case 'WAITING':
      return {
        ...active,
        version: 3,
        last_error_code: 'PORTAL_DOWN',
        last_attempt_at: new Date(now),
        next_retry_at: new Date(now + DEFAULT_LIMITS.RETRY_BACKOFF_MS),
      };
    case 'SUCCESS':
      return {
        ...ended,
        status: 'SUCCESS',
        result: JSON.stringify({ documentId: newId.document(), ocrTaskId: newId.task() }),
      };
    case 'FAILED':
      return { ...ended, status: 'FAILED', error_code: 'AUTOMATION_FAILED' };
    case 'IN_DOUBT':
      return { ...ended, status: 'FAILED', error_code: 'OUTCOME_UNKNOWN' };
  }
}
