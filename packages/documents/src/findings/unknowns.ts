import { isLive } from './registry-findings.ts';
import { evidenceOf, type FoundFact, fact, type Subject } from './subject.ts';

const cannotTell = (text: FoundFact['text'], more: Parameters<typeof fact>[2] = {}): FoundFact =>
  fact('CANNOT_TELL', 'CAUTION', { ...more, text });

const mild = (text: FoundFact['text']): FoundFact => fact('CANNOT_TELL', 'INFO', { text });

/** What cannot be told, and why: nothing is green because it was not read. */
export function unknowns(subject: Subject): FoundFact[] {
  return [...registryUnknowns(subject), ...otherTenants(subject), ...ledgerUnknowns(subject)];
}

function registryUnknowns({ registry }: Subject): FoundFact[] {
  if (!registry) return [cannotTell('NO_REGISTRY')];
  const { view, documentId, analysis } = registry;
  if (!view) {
    if (analysis === 'DONE') return [cannotTell('REGISTRY_OTHER_DOCUMENT')];
    return [cannotTell(analysis === 'FAILED' ? 'REGISTRY_FAILED' : 'REGISTRY_PENDING')];
  }
  const found: FoundFact[] = [];
  const doubts = view.doubts.filter((doubt) => doubt !== 'OWNER_UNREAD');
  if (!view.complete || doubts.length > 0)
    found.push(cannotTell('REGISTRY_INCOMPLETE', { params: { reasons: { doubts } } }));
  if (view.owners.length === 0 || view.doubts.includes('OWNER_UNREAD'))
    found.push(cannotTell('OWNERS_UNREAD'));
  const unclear = view.entries.filter((entry) => entry.cancelled === null);
  if (unclear.length > 0)
    found.push(
      cannotTell('ENTRIES_UNCLEAR', {
        params: { count: unclear.length },
        evidence: unclear.map((entry) => evidenceOf(documentId, entry)),
      }),
    );
  const unread = view.entries.filter(
    (entry) =>
      isLive(entry) && (entry.doubts.includes('AMOUNT_UNREAD') || entry.doubts.includes('FOREIGN_CURRENCY')),
  );
  if (unread.length > 0)
    found.push(
      cannotTell('AMOUNTS_UNREAD', {
        params: { count: unread.length },
        evidence: unread.map((entry) => evidenceOf(documentId, entry)),
      }),
    );
  return found;
}

/** The price is that of the whole building, and other tenants' deposits are in no document: one deposit alone proves nothing. */
const otherTenants = ({ nest }: Subject): FoundFact[] =>
  nest.buildingType === 'MULTI_HOUSEHOLD' || nest.buildingType === 'DETACHED'
    ? [mild('OTHER_DEPOSITS_UNKNOWN')]
    : [];

function ledgerUnknowns({ ledger }: Subject): FoundFact[] {
  if (!ledger) return [mild('NO_LEDGER')];
  const { view, analysis } = ledger;
  if (!view) {
    if (analysis === 'DONE') return [mild('LEDGER_OTHER_DOCUMENT')];
    return [mild(analysis === 'FAILED' ? 'LEDGER_FAILED' : 'LEDGER_PENDING')];
  }
  return view.violation === 'UNKNOWN' ? [mild('VIOLATION_UNKNOWN')] : [];
}
