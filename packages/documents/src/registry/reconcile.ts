import type { ReadingDoubt, RegistryEntry, RegistryView } from '@dungji/contracts';
import { squeezed } from '../layout/text-lines.ts';
import { seniorDebtOf } from './senior-debt.ts';

/**
 * What two readings of the same pictures agree on. Where they differ nothing is known: recognition errs in letters that
 * look like other letters, and an amount that is wrong by a digit looks as good as a right one.
 */
export function reconciled(one: RegistryView | null, two: RegistryView | null): RegistryView | null {
  const base = one ?? two;
  if (!base) return null;
  if (!one || !two) return unsure(base);
  const better = two.complete && !one.complete ? two : one;
  const other = better === one ? two : one;
  const doubts = new Set<ReadingDoubt>(better.doubts);
  const entries = better.entries.map((entry) => agreedEntry(entry, other));
  const isSameSet =
    better.entries.length === other.entries.length &&
    better.entries.every((entry) => findIn(other, entry) !== undefined);
  if (!isSameSet) doubts.add('LOW_CONFIDENCE');
  const owners = agreedOwners(better, other);
  if (!owners) doubts.add('OWNER_UNREAD');
  const complete = better.complete && isSameSet;
  return {
    ...better,
    address: sameNumbers(better.address, other.address),
    roadAddress: sameNumbers(better.roadAddress, other.roadAddress),
    uniqueNumber: same(better.uniqueNumber, other.uniqueNumber),
    floor: same(better.floor, other.floor),
    unit: same(better.unit, other.unit),
    exclusiveAreaM2: same(better.exclusiveAreaM2, other.exclusiveAreaM2),
    viewedAt: same(better.viewedAt, other.viewedAt),
    owners: owners ?? [],
    entries,
    ...seniorDebtOf(entries, complete),
    complete,
    doubts: [...doubts],
  };
}

/** Of an address a letter more or less does no harm, but another number is another house. */
const sameNumbers = (one: string | null, two: string | null): string | null =>
  numbersOf(one) === numbersOf(two) ? one : null;

const numbersOf = (text: string | null): string | null => text && (text.match(/\d+/g) ?? []).join();

const same = <T>(one: T, two: T): T | null => (one === two ? one : null);

/** Only one reading found a register: nobody confirms whose it is, which, or what rests on it. */
const unsure = (view: RegistryView): RegistryView => ({
  ...view,
  uniqueNumber: null,
  owners: [],
  seniorDebtKrw: null,
  seniorDebtAtMostKrw: null,
  complete: false,
  doubts: [...new Set<ReadingDoubt>([...view.doubts, 'LOW_CONFIDENCE', 'OWNER_UNREAD'])],
});

const findIn = (view: RegistryView, entry: RegistryEntry): RegistryEntry | undefined =>
  view.entries.find(
    (each) =>
      each.section === entry.section &&
      each.rank === entry.rank &&
      // What a cancellation is called does not matter once it is known what it cancels.
      (each.right === entry.right || entry.deed === 'CANCEL') &&
      each.deed === entry.deed,
  );

/** Amounts, days, numbers and the names of owners need both readings; other names keep the better one. */
function agreedEntry(entry: RegistryEntry, other: RegistryView): RegistryEntry {
  const twin = findIn(other, entry);
  if (!twin)
    return {
      ...entry,
      holder: isOwner(entry) ? null : entry.holder,
      cancelled: entry.cancelled === true ? null : entry.cancelled,
      cancelledBy: null,
      amountKrw: null,
      inForce: entry.inForce && { holder: isOwner(entry) ? null : entry.inForce.holder, amountKrw: null },
      doubts: [...new Set<ReadingDoubt>([...entry.doubts, 'LOW_CONFIDENCE'])],
    };
  const doubts = new Set<ReadingDoubt>(entry.doubts);
  const cancelled = same(entry.cancelled, twin.cancelled);
  if (cancelled === null) doubts.add('CANCELLATION_UNCLEAR');
  const amountKrw = same(entry.amountKrw, twin.amountKrw);
  const inForce = cancelled === true ? null : (entry.inForce ?? twin.inForce);
  const force = inForce && {
    holder: isOwner(entry) ? sameName(entry.inForce?.holder, twin.inForce?.holder) : inForce.holder,
    amountKrw: same(entry.inForce?.amountKrw ?? null, twin.inForce?.amountKrw ?? null),
  };
  if (amountKrw === null && (entry.amountKrw !== null || twin.amountKrw !== null))
    doubts.add('AMOUNT_UNREAD');
  if (force && force.amountKrw === null && inForce?.amountKrw !== null) doubts.add('AMOUNT_UNREAD');
  return {
    ...entry,
    holder: isOwner(entry) ? sameName(entry.holder, twin.holder) : entry.holder,
    receiptDate: same(entry.receiptDate, twin.receiptDate),
    receiptNo: same(entry.receiptNo, twin.receiptNo),
    cancelled,
    cancelledBy: cancelled === null ? null : entry.cancelledBy,
    amountKrw,
    inForce: force,
    doubts: [...doubts],
  };
}

const isOwner = ({ right }: RegistryEntry): boolean => right === 'OWNERSHIP' || right === 'TRUST';

const sameName = (one: string | null | undefined, two: string | null | undefined): string | null =>
  one && two && squeezed(one) === squeezed(two) ? one : null;

function agreedOwners(one: RegistryView, two: RegistryView): RegistryView['owners'] | null {
  if ([one, two].some(({ doubts }) => doubts.includes('OWNER_UNREAD'))) return null;
  const words = (view: RegistryView) =>
    view.owners.map((owner) => `${squeezed(owner.name)}|${owner.share}`).join();
  return words(one) === words(two) && one.owners.length > 0 ? one.owners : null;
}
