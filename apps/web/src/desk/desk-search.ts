import { type EvidenceKey, readEvidenceKey } from './evidence-key.ts';

/** What lies over the checklist; all of it in the address, so that the back button closes it. */
export interface DeskSearch {
  open?: DeskDialog | undefined;
  evidence?: EvidenceKey | undefined;
}

const DIALOGS = ['REGISTRY', 'LEDGER', 'insurance'] as const;
export type DeskDialog = (typeof DIALOGS)[number];

export const readDeskSearch = (search: Record<string, unknown>): DeskSearch => ({
  open: DIALOGS.find((dialog) => dialog === search.open),
  evidence: readEvidenceKey(search.evidence),
});
