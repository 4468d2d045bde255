import { EntitySchema } from 'typeorm';
import { bigint, byNow, checks, integer, key, named, optional, text, time } from './columns.ts';

/** What a person has left. There is a row from the first entry on; without one the balance is 0. */
export const CreditAccount = new EntitySchema({
  name: 'credit_account',
  columns: {
    userId: named('user_id', key('credit_account_pkey')),
    balance: bigint,
    /** How many entries there are; the newest one's number. Locked with the balance, so numbers have no gap. */
    entries: integer,
    changedAt: named('changed_at', byNow(time)),
    /** Written by the sweep's check alone: since when the ledger does not add up to the balance. */
    mismatchSince: named('mismatch_since', optional(time)),
  },
  indices: [
    { name: 'credit_account_by_change', columns: ['changedAt', 'userId'] },
    { name: 'credit_account_mismatch', columns: ['userId'], where: 'mismatch_since IS NOT NULL' },
  ],
  foreignKeys: [
    {
      name: 'account_belongs_to_user',
      target: 'auth_user',
      columnNames: ['userId'],
      referencedColumnNames: ['id'],
    },
  ],
  checks: checks({
    balance_is_not_negative: 'balance >= 0',
    account_has_an_entry: 'entries >= 1',
  }),
});

/** One line of a ledger. Rows are never changed or deleted: a trigger refuses it. */
export const CreditEntry = new EntitySchema({
  name: 'credit_entry',
  columns: {
    userId: named('user_id', key('credit_entry_pkey')),
    number: key('credit_entry_pkey', integer),
    /** `charge:{taskId}`, `refund:{taskId}` or `grant:{key}`: what happened happens once. */
    reference: text,
    reason: text,
    amount: bigint,
    balanceAfter: named('balance_after', bigint),
    taskId: named('task_id', optional(text)),
    /** Null for a grant: the product itself, e.g. demo credits. */
    grantedBy: named('granted_by', optional(text)),
    note: optional(text),
    createdAt: named('created_at', byNow(time)),
  },
  uniques: [{ name: 'each_reference_once', columns: ['reference'] }],
  indices: [{ name: 'credit_entry_by_age', columns: ['createdAt', 'reason', 'amount'] }],
  foreignKeys: [
    {
      name: 'entry_belongs_to_account',
      target: 'credit_account',
      columnNames: ['userId'],
      referencedColumnNames: ['userId'],
    },
    {
      name: 'entry_names_its_task',
      target: 'task',
      columnNames: ['taskId'],
      referencedColumnNames: ['id'],
    },
    {
      name: 'grant_names_its_admin',
      target: 'auth_user',
      columnNames: ['grantedBy'],
      referencedColumnNames: ['id'],
    },
  ],
  checks: checks({
    number_counts_from_one: 'number >= 1',
    reason_is_known: `reason IN ('CHARGE', 'REFUND', 'GRANT')`,
    only_a_charge_takes: `CASE WHEN reason = 'CHARGE' THEN amount < 0 ELSE amount > 0 END`,
    balance_after_is_not_negative: 'balance_after >= 0',
    task_unless_granted: `(task_id IS NULL) = (reason = 'GRANT')`,
    reference_names_the_task: `reason = 'GRANT' OR reference = lower(reason) || ':' || task_id`,
    grant_has_a_key: `reason <> 'GRANT' OR reference LIKE 'grant:_%'`,
    only_a_grant_is_explained: `reason = 'GRANT' OR (granted_by IS NULL AND note IS NULL)`,
  }),
});
