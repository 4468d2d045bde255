import type { DocType } from '@dungji/contracts';
import type { DeskState } from './doc-reading.ts';

/** Something that nobody can tell from these documents, beside what the reader itself could not (CANNOT_TELL). */
export type Unknown =
  /** Another reading may tell. */
  { what: 'unread' | 'outdated'; docType: DocType } | { what: 'taxes'; docType: null };

const DOC_TYPES = ['REGISTRY', 'LEDGER'] as const;

export function unknownsOf({ readings }: Pick<DeskState, 'readings'>): Unknown[] {
  const found: Unknown[] = [];
  for (const docType of DOC_TYPES) {
    const reading = readings[docType];
    if (reading === 'outdated' || reading === 'unread') found.push({ what: reading, docType });
  }
  // In no document at all, so always said.
  found.push({ what: 'taxes', docType: null });
  return found;
}
