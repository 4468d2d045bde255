import { EntitySchema } from 'typeorm';
import { byNow, checks, json, key, named, optional, text, time } from './columns.ts';

/** What an operator did, to what, and why. Rows are never changed or deleted: a trigger refuses it. */
export const OperatorAction = new EntitySchema({
  name: 'operator_action',
  columns: {
    id: key('operator_action_pkey'),
    operatorId: named('operator_id', text),
    action: text,
    taskId: named('task_id', optional(text)),
    /** In the operator's words; a decision must have one. */
    note: optional(text),
    detail: { ...json, default: {} },
    at: byNow(time),
  },
  indices: [{ name: 'operator_action_of_task', columns: ['taskId', 'id'], where: 'task_id IS NOT NULL' }],
  foreignKeys: [
    {
      name: 'action_names_its_operator',
      target: 'auth_user',
      columnNames: ['operatorId'],
      referencedColumnNames: ['id'],
    },
  ],
  checks: checks({
    detail_is_an_object: `jsonb_typeof(detail) = 'object'`,
    decision_is_explained: `action <> 'outcome.resolved' OR (task_id IS NOT NULL AND note IS NOT NULL)`,
  }),
});
