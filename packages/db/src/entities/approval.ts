import { EntitySchema } from 'typeorm';
import {
  byDefault,
  byNow,
  checks,
  flag,
  integer,
  json,
  key,
  named,
  optional,
  text,
  time,
} from './columns.ts';

/** What somebody asks people to approve. Changed by the verbs in src/approval and by those of its task; never by `.save()`. */
export const Approval = new EntitySchema({
  name: 'approval',
  columns: {
    id: key('approval_pkey'),
    /** +1 at every change a screen can see, those of its task and steps included. */
    version: byDefault(1, integer),
    status: byDefault('OPEN', text),
    title: text,
    summary: text,
    /** `[{name, action, input}]`, in order. Written once. */
    plan: json,
    requestedBy: named('requested_by', text),
    idempotencyKey: named('idempotency_key', optional(text)),
    /** Of what was asked for with the key. */
    inputHash: named('input_hash', optional(text)),
    /** Moved on by a failure, so that people have time to come back to it. */
    expiresAt: named('expires_at', time),
    /** The last decision: who approved or rejected. */
    decidedBy: named('decided_by', optional(text)),
    decidedAt: named('decided_at', optional(time)),
    decisionNote: named('decision_note', optional(text)),
    /** The one run of its steps; resumed on the same row. */
    taskId: named('task_id', optional(text)),
    /** Why the last run failed; cleared by the next approval. */
    lastErrorCode: named('last_error_code', optional(text)),
    /** What the failing step said of it. */
    lastErrorMessage: named('last_error_message', optional(text)),
    restorable: byDefault(false, flag),
    createdAt: named('created_at', byNow(time)),
  },
  indices: [
    {
      name: 'one_card_per_key',
      columns: ['requestedBy', 'idempotencyKey'],
      unique: true,
      where: 'idempotency_key IS NOT NULL',
    },
    { name: 'one_card_per_task', columns: ['taskId'], unique: true, where: 'task_id IS NOT NULL' },
    { name: 'approval_by_status', columns: ['status', 'id'] },
    { name: 'approval_of_requester', columns: ['requestedBy', 'id'] },
    {
      name: 'actionable_approval_by_expiry',
      columns: ['expiresAt', 'id'],
      where: `status = 'OPEN' OR (status = 'FAILED' AND restorable)`,
    },
  ],
  foreignKeys: [
    {
      name: 'approval_names_its_requester',
      target: 'auth_user',
      columnNames: ['requestedBy'],
      referencedColumnNames: ['id'],
    },
    {
      name: 'approval_names_its_decider',
      target: 'auth_user',
      columnNames: ['decidedBy'],
      referencedColumnNames: ['id'],
    },
    {
      name: 'approval_names_its_task',
      target: 'task',
      columnNames: ['taskId'],
      referencedColumnNames: ['id'],
    },
  ],
  checks: checks({
    approval_status_is_known: `status IN ('OPEN', 'ACCEPTED', 'APPLIED', 'FAILED', 'REJECTED', 'EXPIRED')`,
    version_counts_from_one: 'version >= 1',
    plan_is_a_list: `jsonb_typeof(plan) = 'array' AND jsonb_array_length(plan) >= 1`,
    decision_is_whole: '(decided_by IS NULL) = (decided_at IS NULL)',
    open_is_undecided: `status <> 'OPEN' OR (decided_by IS NULL AND task_id IS NULL)`,
    decided_unless_open_or_expired: `status IN ('OPEN', 'EXPIRED') OR decided_by IS NOT NULL`,
    accepted_has_a_task: `status NOT IN ('ACCEPTED', 'APPLIED', 'FAILED') OR task_id IS NOT NULL`,
    failed_has_an_error: `status <> 'FAILED' OR last_error_code IS NOT NULL`,
    error_only_after_a_failure: `last_error_code IS NULL OR status IN ('FAILED', 'REJECTED', 'EXPIRED')`,
    message_only_with_error: 'last_error_message IS NULL OR last_error_code IS NOT NULL',
    restorable_only_when_failed: `NOT restorable OR status = 'FAILED'`,
    note_only_when_rejected: `decision_note IS NULL OR status = 'REJECTED'`,
    key_goes_with_its_input: '(idempotency_key IS NULL) = (input_hash IS NULL)',
  }),
});
