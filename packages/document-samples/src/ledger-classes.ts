import type { LedgerOptions } from './generate-ledger.ts';

/** The sorts of ledgers that tests and benches go through. */
export const LEDGER_CLASSES = {
  unit: { kind: 'exclusive' },
  building: { kind: 'title' },
  house: { kind: 'general' },
  violated: { violation: 'current' },
  /** History alone is no violation. */
  released: { violation: 'released' },
  'violated-again': { violation: 'again' },
  /** No mark on the first page: only the second tells. */
  'told-on-page-2': { violation: 'text-only' },
  'first-page-only': { violation: 'text-only', firstPageOnly: true },
} as const satisfies Record<string, LedgerOptions>;

export type LedgerClass = keyof typeof LEDGER_CLASSES;
