import type { LedgerView, RegistryView } from '@dungji/contracts';
import type { PageLayout } from './layout/page-layout.ts';
import { readLedger } from './ledger/read-ledger.ts';
import { readRegistry } from './registry/read-registry.ts';
import { reconciled } from './registry/reconcile.ts';

/** What a document is supposed to be. */
export type ReadableDocType = 'REGISTRY' | 'LEDGER';

/** What a document says; both null: it is not what it is supposed to be. */
export interface DocumentReading {
  readonly registry: RegistryView | null;
  readonly ledger: LedgerView | null;
}

/** Raised whenever the same file would be read differently; analyses of older readers are marked as outdated. */
export const READER_VERSION = 3;

export const NOTHING_READ: DocumentReading = { registry: null, ledger: null };

/** Structure from what was read of the pages. */
export function readStructure(
  docType: ReadableDocType | null,
  pages: readonly string[],
  layouts: readonly PageLayout[],
  again: readonly PageLayout[] | null,
): DocumentReading {
  if (docType === 'REGISTRY') {
    const registry = readRegistry(layouts);
    return { registry: again ? reconciled(registry, readRegistry(again)) : registry, ledger: null };
  }
  if (docType === 'LEDGER') return { registry: null, ledger: readLedger(pages) };
  return NOTHING_READ;
}
