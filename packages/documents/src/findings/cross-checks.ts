import type { LedgerView, RegistryView } from '@dungji/contracts';
import { blockOf, lotOf, roadOf, unitNumberOf } from './addresses.ts';
import { areOwnersKnown, bareName, namesIn } from './names.ts';
import { evidenceOf, type FoundFact, fact, type ReadOf, type Subject, said } from './subject.ts';

/** What the documents and the nest say about the same thing. */
export function crossChecks(subject: Subject): FoundFact[] {
  const { registry, ledger } = subject;
  const found: FoundFact[] = [];
  if (registry?.view) {
    found.push(...ownerCheck(subject, registry, registry.view));
    found.push(...placeCheck(subject, registry.documentId, registry.view.address, registry.view.roadAddress));
  }
  if (ledger?.view) {
    const { address, roadAddress, unit } = ledger.view;
    found.push(
      ...placeCheck(
        subject,
        ledger.documentId,
        [address, unit].filter(Boolean).join(' ') || null,
        roadAddress,
      ),
    );
  }
  if (registry && ledger) found.push(...areaCheck(registry, ledger));
  return found;
}

function ownerCheck(
  { nest }: Subject,
  { documentId }: ReadOf<RegistryView>,
  view: RegistryView,
): FoundFact[] {
  if (!areOwnersKnown(view)) return [];
  const owners = new Set(view.owners.map((owner) => bareName(owner.name)));
  const landlords = namesIn(nest.landlordName);
  if (landlords.length > 0 && landlords.every((name) => owners.has(name))) return [];
  const ranks = new Set(view.owners.map((owner) => owner.rank));
  const evidence = view.entries
    .filter((entry) => entry.section === '갑구' && entry.right === 'OWNERSHIP' && ranks.has(entry.rank))
    .map((entry) => evidenceOf(documentId, entry));
  return [
    fact('OWNER_MISMATCH', 'HIGH', {
      params: { landlord: nest.landlordName, owners: view.owners.map((owner) => owner.name).join(', ') },
      evidence,
    }),
  ];
}

/** Only what both sides name can differ. */
function placeCheck(
  { nest }: Subject,
  documentId: ReadOf<RegistryView>['documentId'],
  address: string | null,
  roadAddress: string | null,
): FoundFact[] {
  const own = `${nest.roadAddress} ${nest.detailAddress}`;
  const theirs = [address, roadAddress].filter(Boolean).join(' ');
  const evidence = [said(documentId, theirs, { section: '표제부' })];
  const params = { nest: own.trim(), document: theirs };
  const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  const found: FoundFact[] = [];
  const roads = differ(roadOf(nest.roadAddress), roadOf(roadAddress ?? ''));
  const lots = roadOf(nest.roadAddress) === null && differ(lotOf(nest.roadAddress), lotOf(address ?? ''));
  if (roads || lots)
    found.push(fact('UNIT_MISMATCH', 'HIGH', { text: 'ADDRESS_MISMATCH', params, evidence }));
  const units = differ(unitNumberOf(nest.detailAddress), unitNumberOf(address ?? ''));
  const blocks = differ(blockOf(nest.detailAddress), blockOf(address ?? ''));
  if (units || blocks) found.push(fact('UNIT_MISMATCH', 'HIGH', { params, evidence }));
  return found;
}

/** Both are printed with up to four decimals; rounding of older records differs by less than this. */
const AREA_TOLERANCE_M2 = 0.1;

function areaCheck(registry: ReadOf<RegistryView>, ledger: ReadOf<LedgerView>): FoundFact[] {
  const [a, b] = [registry.view?.exclusiveAreaM2 ?? null, ledger.view?.exclusiveAreaM2 ?? null];
  if (a === null || b === null || Math.abs(a - b) <= AREA_TOLERANCE_M2) return [];
  return [
    fact('UNIT_MISMATCH', 'CAUTION', {
      text: 'AREA_MISMATCH',
      params: { registry: a, ledger: b },
      evidence: [
        said(registry.documentId, `${a}㎡`, { section: '표제부' }),
        said(ledger.documentId, `${b}㎡`, { section: '건축물대장' }),
      ],
    }),
  ];
}
