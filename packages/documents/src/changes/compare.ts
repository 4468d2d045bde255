import type {
  Change,
  Comparison,
  ComparisonLimit,
  DocType,
  DocumentView,
  FindingSeverity,
  LedgerView,
  Locale,
  RegistryView,
} from '@dungji/contracts';
import { fillText } from '../findings/word.ts';
import { type Difference, type Differences, notComparable } from './difference.ts';
import { ledgerChanges } from './ledger-changes.ts';
import { registryChanges } from './registry-changes.ts';
import { CHANGE_TEXTS, RIGHT_NAMES } from './texts.ts';

/** A stored document and what was read from it; null: not read, or by a reader nobody understands any more. */
export interface ComparedDocument {
  readonly document: DocumentView;
  readonly analysis: {
    readonly readerVersion: number;
    readonly registry: RegistryView | null;
    readonly ledger: LedgerView | null;
  } | null;
}

const ORDER: Record<FindingSeverity, number> = { HIGH: 0, CAUTION: 1, INFO: 2 };

/**
 * What changed on a home's record between two documents of one type, in words. What could not be compared is told as a
 * limit and never as "no change".
 *
 * @param earlier the document that stood there before
 */
export function compareDocuments(
  docType: DocType,
  earlier: ComparedDocument,
  newer: ComparedDocument,
  locale: Locale,
): Comparison {
  const { found, limits } = differencesOf(docType, earlier, newer);
  const told = new Set<ComparisonLimit>(limits);
  if (earlier.analysis && newer.analysis && earlier.analysis.readerVersion !== newer.analysis.readerVersion)
    told.add('READERS_DIFFER');
  const { registry, ledger } = earlier.analysis ?? { registry: null, ledger: null };
  return {
    outcome: found.length > 0 ? 'CHANGED' : told.size > 0 ? 'CANNOT_TELL' : 'SAME',
    earlier: {
      documentId: earlier.document.id,
      asOf: (docType === 'REGISTRY' ? registry?.viewedAt : ledger?.asOf) ?? null,
      createdAt: earlier.document.createdAt,
    },
    changes: [...found]
      .sort((a, b) => ORDER[a.severity] - ORDER[b.severity])
      .map((each) => wordChange(each, locale)),
    limits: [...told],
  };
}

function differencesOf(docType: DocType, earlier: ComparedDocument, newer: ComparedDocument): Differences {
  const [from, to] = [
    { documentId: earlier.document.id, analysis: earlier.document.analysis },
    { documentId: newer.document.id, analysis: newer.document.analysis },
  ];
  const [before, after] = [earlier.analysis, newer.analysis];
  if (docType === 'REGISTRY') {
    if (!after?.registry) return notComparable('NEWER_UNREAD');
    if (!before?.registry) return notComparable('EARLIER_UNREAD');
    return registryChanges({
      earlier: { ...from, view: before.registry },
      newer: { ...to, view: after.registry },
    });
  }
  if (!after?.ledger) return notComparable('NEWER_UNREAD');
  if (!before?.ledger) return notComparable('EARLIER_UNREAD');
  return ledgerChanges({ earlier: { ...from, view: before.ledger }, newer: { ...to, view: after.ledger } });
}

function wordChange({ text, right, params, ...found }: Difference, locale: Locale): Change {
  const { title, detail } = CHANGE_TEXTS[locale][text];
  const named = right === null ? params : { ...params, right: RIGHT_NAMES[right][locale] };
  return { ...found, title: fillText(title, named, locale), detail: fillText(detail, named, locale) };
}
