import type {
  FindingCode,
  FindingSeverity,
  RegistryEntry,
  RegistryRight,
  RegistryView,
} from '@dungji/contracts';
import { squeezed } from '../layout/text-lines.ts';
import { evidenceOf, type FoundFact, fact, type ReadOf, type Subject, said } from './subject.ts';

/** The burden that each kind of right is to a tenant. */
const BURDENS: Partial<Record<RegistryRight, readonly [FindingCode, FindingSeverity]>> = {
  PROVISIONAL_SEIZURE: ['PROVISIONAL_SEIZURE', 'HIGH'],
  SEIZURE: ['SEIZURE', 'HIGH'],
  INJUNCTION: ['INJUNCTION', 'HIGH'],
  AUCTION: ['AUCTION', 'HIGH'],
  PROVISIONAL_REGISTRATION: ['PROVISIONAL_REGISTRATION', 'HIGH'],
  MORTGAGE: ['MORTGAGE', 'CAUTION'],
  JEONSE: ['JEONSE_RIGHT', 'CAUTION'],
  LEASEHOLD_ORDER: ['LEASEHOLD_ORDER', 'HIGH'],
  SUPERFICIES: ['SUPERFICIES', 'CAUTION'],
};

const MANY = 3;
const TRANSFERS_MANY = 2;
const YEAR_MS = 365 * 86_400_000;

/** Whether an entry sets a right that lives, or may live. */
export const isLive = (entry: RegistryEntry): boolean => entry.deed === 'SET' && entry.cancelled !== true;

export function registryFindings(read: ReadOf<RegistryView>, { now }: Subject): FoundFact[] {
  const { view, documentId } = read;
  if (!view) return [];
  const evidence = (entries: readonly RegistryEntry[]) =>
    entries.map((entry) => evidenceOf(documentId, entry));
  const found: FoundFact[] = [];
  const burdens: RegistryEntry[] = [];
  for (const [right, [code, severity]] of Object.entries(BURDENS)) {
    const entries = view.entries.filter((entry) => entry.right === right && isLive(entry));
    if (entries.length === 0) continue;
    burdens.push(...entries);
    const amountKrw = sumOf(entries);
    found.push(
      fact(code, severity, {
        params: { amount: { krw: amountKrw } },
        amountKrw,
        evidence: evidence(entries),
      }),
    );
  }
  const trusts = view.entries.filter((entry) => entry.right === 'TRUST' && isLive(entry));
  const transfers = transfersToTrustees(view);
  if (trusts.length > 0 || transfers.length > 0 || view.owners.some((owner) => owner.trustee)) {
    found.push(fact('TRUST', 'HIGH', { evidence: evidence([...transfers, ...trusts]) }));
  }
  if (view.owners.length > 1) {
    const owners = view.owners
      .map((owner) => (owner.share ? `${owner.name}(${owner.share})` : owner.name))
      .join(', ');
    const ranks = new Set(view.owners.map((owner) => owner.rank));
    const entries = view.entries.filter((entry) => entry.section === '갑구' && ranks.has(entry.rank));
    found.push(fact('CO_OWNERSHIP', 'CAUTION', { params: { owners }, evidence: evidence(entries) }));
  }
  if (view.separateLandRegister)
    found.push(
      fact('SEPARATE_LAND_REGISTER', 'CAUTION', {
        evidence: [said(documentId, '별도등기 있음', { page: null, section: '표제부' })],
      }),
    );
  if (burdens.length >= MANY)
    found.push(
      fact('MANY_LIENS', 'CAUTION', { params: { count: burdens.length }, evidence: evidence(burdens) }),
    );
  const until = view.viewedAt ? Date.parse(view.viewedAt) : now.getTime();
  const recent = view.entries.filter((entry) => {
    const age = until - Date.parse(entry.receiptDate ?? '');
    const isTransfer = entry.right === 'OWNERSHIP' && isLive(entry) && !/보존/.test(entry.purpose);
    return isTransfer && age >= 0 && age <= YEAR_MS;
  });
  if (recent.length >= TRANSFERS_MANY)
    found.push(
      fact('FREQUENT_TRANSFER', 'CAUTION', {
        params: { count: recent.length },
        evidence: evidence(recent),
      }),
    );
  return found;
}

/** By which trustees own the home. A name that could not be read leaves the word before it: 수탁자. */
function transfersToTrustees({ owners, entries }: RegistryView): RegistryEntry[] {
  const transfers = entries.filter((entry) => entry.section === '갑구' && entry.right === 'OWNERSHIP');
  if (owners.length === 0)
    return transfers
      .filter(isLive)
      .slice(-1)
      .filter(({ text }) => squeezed(text).includes('수탁자'));
  const ranks = new Set(owners.flatMap(({ trustee, rank }) => (trustee && rank !== null ? [rank] : [])));
  return transfers.filter(({ rank }) => rank !== null && ranks.has(rank));
}

/** null as soon as one amount is not known. */
function sumOf(entries: readonly RegistryEntry[]): number | null {
  let sum = 0;
  for (const entry of entries) {
    const amount = entry.inForce?.amountKrw ?? null;
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}
