import type { ComparisonLimit, RegistryEntry, RegistryView } from '@dungji/contracts';
import { bareName } from '../findings/names.ts';
import { evidenceOf, type ReadOf, said } from '../findings/subject.ts';
import { likeness } from '../registry/likeness.ts';
import { type Difference, type Differences, difference, notComparable } from './difference.ts';
import { pairRights, type Standing } from './rights.ts';
import { isOtherHome, type Place } from './same-home.ts';

/** A register that was read. */
export type ReadRegister = ReadOf<RegistryView> & { readonly view: RegistryView };

interface Registers {
  readonly earlier: ReadRegister;
  readonly newer: ReadRegister;
}

/** What changed on a record between two certificates of it. Only what both of them surely tell is called a change. */
export function registryChanges({ earlier, newer }: Registers): Differences {
  const [before, after] = [earlier.view, newer.view];
  if (isOtherHome(placeOf(before), placeOf(after))) return notComparable('OTHER_HOME');
  if (before.viewedAt !== null && after.viewedAt !== null && after.viewedAt < before.viewedAt)
    return notComparable('NEWER_IS_OLDER');
  const limits = new Set<ComparisonLimit>();
  if (!isWhole(before)) limits.add('EARLIER_PARTIAL');
  if (!isWhole(after)) limits.add('NEWER_PARTIAL');
  if (after.doubts.includes('APPLICATION_PENDING')) limits.add('APPLICATION_PENDING');
  const found = [
    ...ownerChange({ earlier, newer }, limits),
    ...rightChanges({ earlier, newer }, limits),
    ...landChange({ earlier, newer }, limits),
  ];
  return { found, limits };
}

const placeOf = (view: RegistryView): Place => ({ ...view, recognised: view.method === 'OCR' });

/** Read to the end of what it says. A pending application changes the next certificate, not this one. */
const isWhole = ({ complete, doubts }: RegistryView): boolean =>
  complete || doubts.every((doubt) => doubt === 'OWNER_UNREAD' || doubt === 'APPLICATION_PENDING');

const isRecognised = ({ earlier, newer }: Registers): boolean =>
  earlier.view.method === 'OCR' || newer.view.method === 'OCR';

/** Above this, two recognised names may be the same one with a letter misread. */
const NAMES_ALIKE = 0.6;

/** Whether names differ; null: they may be the same, misread. */
function namesDiffer(registers: Registers, one: string, two: string): boolean | null {
  const [a, b] = [bareName(one), bareName(two)];
  if (a === b) return false;
  return isRecognised(registers) && likeness(a, b) >= NAMES_ALIKE ? null : true;
}

function ownerChange(registers: Registers, limits: Set<ComparisonLimit>): Difference[] {
  const { earlier, newer } = registers;
  const isSure = ({ view }: ReadRegister) =>
    view.owners.length > 0 && !view.doubts.includes('OWNER_UNREAD') && view.variant !== 'SUMMARY_ONLY';
  const rowsOf = ({ view }: ReadRegister) => {
    const ranks = new Set(view.owners.map(({ rank }) => rank));
    return view.entries.filter(
      ({ section, rank, right, cancelled }) =>
        section === '갑구' && right === 'OWNERSHIP' && ranks.has(rank) && cancelled !== true,
    );
  };
  const isLater = rowsOf(newer).some((row) => isEnteredSince(row, earlier.view));
  const isKnown = isSure(earlier) && isSure(newer) && isWhole(earlier.view);
  if (!isKnown || !(isWhole(newer.view) || isLater)) {
    limits.add('OWNERS_UNREAD');
    return [];
  }
  const listed = ({ view }: ReadRegister) => [...view.owners].sort((a, b) => a.name.localeCompare(b.name));
  const namesOf = (register: ReadRegister) => listed(register).map(({ name }) => name);
  const sharesOf = (register: ReadRegister) => listed(register).map(({ share }) => share ?? '');
  const worded = ({ view }: ReadRegister) =>
    view.owners.map(({ name, share }) => (share ? `${name}(${share})` : name)).join(', ');
  const more = {
    params: { before: worded(earlier), after: worded(newer) },
    before: rowsOf(earlier).map((row) => evidenceOf(earlier.documentId, row)),
    after: rowsOf(newer).map((row) => evidenceOf(newer.documentId, row)),
  };
  const differ = namesDiffer(registers, namesOf(earlier).join(), namesOf(newer).join());
  if (differ === null) limits.add('NAMES_UNCLEAR');
  if (differ === true) return [difference('OWNER_CHANGED', 'HIGH', more)];
  if (differ === null || sharesOf(earlier).join() === sharesOf(newer).join()) return [];
  return [difference('OWNER_CHANGED', 'CAUTION', { ...more, text: 'SHARES_CHANGED' })];
}

/** Entered after the earlier certificate was printed, so it cannot have been on a page of it that is missing. */
function isEnteredSince({ receiptDate }: RegistryEntry, { viewedAt }: RegistryView): boolean {
  if (receiptDate === null || viewedAt === null) return false;
  // Receipts carry the day in Korea, where the same moment may be a day later.
  return Date.parse(`${receiptDate}T00:00:00+09:00`) > Date.parse(viewedAt);
}

function rightChanges(registers: Registers, limits: Set<ComparisonLimit>): Difference[] {
  const { earlier, newer } = registers;
  const { pairs, isUnclear } = pairRights(earlier.view, newer.view);
  if (isUnclear) limits.add('ENTRIES_UNCLEAR');
  return pairs.flatMap(([before, after]): Difference[] => {
    if (before === null) return after ? added(registers, null, after, limits) : [];
    if (after === null) return vanished(registers, before, limits);
    if (before.state === 'UNCLEAR' || after.state === 'UNCLEAR') {
      limits.add('ENTRIES_UNCLEAR');
      return [];
    }
    if (before.state === 'CANCELLED')
      return after.state === 'LIVE' ? added(registers, before, after, limits) : [];
    return after.state === 'LIVE'
      ? rewritten(registers, before.entry, after.entry, limits)
      : [gone(registers, before.entry, after.entry)];
  });
}

/** Burdens a tenant can live with, if they are asked about. */
const MILD = new Set<RegistryEntry['right']>(['SUPERFICIES', 'OTHER']);

function added(
  { earlier, newer }: Registers,
  before: Standing | null,
  { entry, state }: Standing,
  limits: Set<ComparisonLimit>,
): Difference[] {
  if (state === 'CANCELLED') return [];
  if (state === 'UNCLEAR') limits.add('ENTRIES_UNCLEAR');
  // It may have stood on a part of the earlier document that was not read.
  if (before === null && !isWhole(earlier.view) && !isEnteredSince(entry, earlier.view)) return [];
  return [
    difference('RIGHT_ADDED', MILD.has(entry.right) ? 'CAUTION' : 'HIGH', {
      text: before ? 'RIGHT_RESTORED' : 'RIGHT_ADDED',
      right: entry.right,
      afterKrw: entry.inForce?.amountKrw ?? entry.amountKrw,
      before: before ? [evidenceOf(earlier.documentId, before.entry)] : [],
      after: [evidenceOf(newer.documentId, entry)],
    }),
  ];
}

/** In the earlier document, and not in the newer one. Only a certificate of what is in force leaves out what ended. */
function vanished(
  registers: Registers,
  { entry, state }: Standing,
  limits: Set<ComparisonLimit>,
): Difference[] {
  if (state === 'CANCELLED') return [];
  const { view } = registers.newer;
  if (state === 'LIVE' && view.variant === 'VALID_ONLY' && isWhole(view))
    return [gone(registers, entry, null)];
  if (isWhole(view)) limits.add('ENTRIES_UNCLEAR');
  return [];
}

const gone = (
  { earlier, newer }: Registers,
  before: RegistryEntry,
  after: RegistryEntry | null,
): Difference =>
  difference('RIGHT_GONE', 'INFO', {
    right: before.right,
    beforeKrw: before.inForce?.amountKrw ?? before.amountKrw,
    before: [evidenceOf(earlier.documentId, before)],
    after: after ? [evidenceOf(newer.documentId, after)] : [],
  });

/** The same right, with another amount or in other hands. */
function rewritten(
  registers: Registers,
  before: RegistryEntry,
  after: RegistryEntry,
  limits: Set<ComparisonLimit>,
): Difference[] {
  const { earlier, newer } = registers;
  const [beforeKrw, afterKrw] = [before.inForce?.amountKrw ?? null, after.inForce?.amountKrw ?? null];
  const evidence = {
    right: after.right,
    before: [evidenceOf(earlier.documentId, before)],
    after: [evidenceOf(newer.documentId, after), ...amendments(newer, after)],
  };
  const found: Difference[] = [];
  if (beforeKrw !== null && afterKrw !== null && beforeKrw !== afterKrw)
    found.push(
      afterKrw > beforeKrw
        ? difference('AMOUNT_CHANGED', 'HIGH', { ...evidence, beforeKrw, afterKrw, text: 'AMOUNT_RAISED' })
        : difference('AMOUNT_CHANGED', 'INFO', { ...evidence, beforeKrw, afterKrw, text: 'AMOUNT_LOWERED' }),
    );
  const isUnread = ({ doubts }: RegistryEntry) =>
    doubts.includes('AMOUNT_UNREAD') || doubts.includes('FOREIGN_CURRENCY');
  if ((beforeKrw === null) !== (afterKrw === null) || isUnread(before) || isUnread(after))
    limits.add('AMOUNTS_UNREAD');
  const [holder, heir] = [before.inForce?.holder ?? null, after.inForce?.holder ?? null];
  const differ = holder === null || heir === null ? false : namesDiffer(registers, holder, heir);
  if (differ === null || (holder === null) !== (heir === null)) limits.add('NAMES_UNCLEAR');
  if (differ)
    found.push(
      difference('HOLDER_CHANGED', 'CAUTION', {
        ...evidence,
        params: { before: holder ?? '', after: heir ?? '' },
      }),
    );
  return found;
}

/** The rows of the newer document that changed or moved a right. */
const amendments = ({ view, documentId }: ReadRegister, { section, rank }: RegistryEntry) =>
  view.entries
    .filter(
      (entry) =>
        rank !== null &&
        entry.section === section &&
        entry.rank?.startsWith(`${rank}-`) &&
        (entry.deed === 'CHANGE' || entry.deed === 'TRANSFER') &&
        entry.cancelled !== true,
    )
    .map((entry) => evidenceOf(documentId, entry));

/** 별도등기: the land carries burdens that this register does not show. */
function landChange({ earlier, newer }: Registers, limits: Set<ComparisonLimit>): Difference[] {
  const [before, after] = [earlier.view.separateLandRegister, newer.view.separateLandRegister];
  if (before === null) limits.add('EARLIER_PARTIAL');
  if (after === null) limits.add('NEWER_PARTIAL');
  if (before === null || after === null || before === after) return [];
  const mark = ({ documentId }: ReadRegister) => [
    said(documentId, '별도등기 있음', { page: null, section: '표제부' }),
  ];
  return [
    after
      ? difference('LAND_REGISTER_ADDED', 'CAUTION', { after: mark(newer) })
      : difference('LAND_REGISTER_GONE', 'INFO', { before: mark(earlier) }),
  ];
}
