import type { DocumentView, LedgerView, RegistryView } from '@dungji/contracts';
import type { ReadOf, Subject } from './subject.ts';

interface Stored<Analysis> {
  readonly document: DocumentView;
  readonly analysis: Analysis | null;
}

/** The documents of a nest, as they are stored, put together for findings. */
export function subjectOf(
  nest: Subject['nest'],
  stored: {
    readonly REGISTRY: Stored<{ readonly registry: RegistryView | null }> | null;
    readonly LEDGER: Stored<{ readonly ledger: LedgerView | null }> | null;
  },
  now: Date,
): Subject {
  return {
    nest,
    registry: stored.REGISTRY && readOf(stored.REGISTRY, stored.REGISTRY.analysis?.registry ?? null),
    ledger: stored.LEDGER && readOf(stored.LEDGER, stored.LEDGER.analysis?.ledger ?? null),
    now,
  };
}

/** DONE without an analysis: read before there was a reader, so nothing of it is known. */
function readOf<View>({ document, analysis }: Stored<unknown>, view: View | null): ReadOf<View> {
  const state = document.analysis === 'DONE' && analysis === null ? 'NONE' : document.analysis;
  return { documentId: document.id, analysis: state, view };
}
