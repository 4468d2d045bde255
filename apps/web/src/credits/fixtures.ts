import type { CreditEntryView } from '@dungji/contracts';
import { ago, taskId } from '../fixtures/views.ts';

/** A ledger that adds up, newest first. */
export const ledgerEntries: readonly CreditEntryView[] = [
  {
    id: '5',
    amount: 10,
    reason: 'REFUND',
    taskId: taskId(3),
    note: null,
    balanceAfter: 1_082,
    createdAt: ago(30_000),
  },
  {
    id: '4',
    amount: -10,
    reason: 'CHARGE',
    taskId: taskId(3),
    note: null,
    balanceAfter: 1_072,
    createdAt: ago(150_000),
  },
  {
    id: '3',
    amount: -18,
    reason: 'CHARGE',
    taskId: taskId(2),
    note: null,
    balanceAfter: 1_082,
    createdAt: ago(3_600_000),
  },
  {
    id: '2',
    amount: 1_000,
    reason: 'GRANT',
    taskId: null,
    note: '행사 당첨을 축하해요',
    balanceAfter: 1_100,
    createdAt: ago(86_400_000),
  },
  {
    id: '1',
    amount: 100,
    reason: 'GRANT',
    taskId: null,
    note: null,
    balanceAfter: 100,
    createdAt: ago(172_800_000),
  },
];
