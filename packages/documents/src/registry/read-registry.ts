import type { ReadingDoubt, RegistryEntry, RegistryView } from '@dungji/contracts';
import type { PageLayout } from '../layout/page-layout.ts';
import { squeezed } from '../layout/text-lines.ts';
import { fatesOf } from './cancellation.ts';
import { completenessOf } from './completeness.ts';
import { type Draft, draftsOf, placesOf } from './entries.ts';
import { exclusiveAreaOf, type Facts, factsOf, roadAddressOf, separateLandRegisterOf } from './facts.ts';
import { withoutNumbers } from './holders.ts';
import { contentsOf, inForceOf } from './in-force.ts';
import { ownersOf } from './owners.ts';
import { repaired } from './repair.ts';
import { seniorDebtOf } from './senior-debt.ts';
import { type Summary, summaryOf } from './summary.ts';
import { readTables, type Tables } from './tables.ts';

/**
 * A register (등기사항전부증명서) from its pages. null: the pages are something else, like the register of a company.
 * Nothing that was not read becomes "none": see `complete` and `doubts`.
 */
export function readRegistry(pages: readonly PageLayout[]): RegistryView | null {
  const tables = readTables(pages);
  const facts = factsOf(tables);
  const summary = summaryOf(tables.rows);
  const hasBody =
    tables.met.has('갑구') ||
    tables.met.has('을구') ||
    tables.met.has('건물표시') ||
    tables.met.has('토지표시');
  if (facts.kind === null) return null;
  if (!hasBody) return tables.summaryFrom === null ? null : summaryOnly(pages, facts, summary);
  return withBody(pages, tables, facts, summary);
}

function withBody(
  pages: readonly PageLayout[],
  tables: Tables,
  facts: Facts,
  summary: Summary,
): RegistryView {
  const printedDrafts = draftsOf(tables.rows);
  const { hasFragments } = printedDrafts;
  const isRecognised = pages.some((page) => page.method === 'OCR');
  const drafts = isRecognised ? repaired(printedDrafts.drafts) : printedDrafts.drafts;
  const { fates, isEveryTargetFound } = fatesOf(drafts);
  const doubts = new Set<ReadingDoubt>(hasFragments ? ['PAGE_UNREADABLE'] : []);
  if (!isEveryTargetFound && facts.variant !== 'VALID_ONLY') doubts.add('CANCELLED_ENTRY_NOT_FOUND');

  const entries = drafts.map((draft, index): RegistryEntry => {
    const fate = fates[index];
    const contents = contentsOf(draft);
    const isRight = draft.purpose.deed === 'SET' && fate?.cancelled !== true;
    const inForce = isRight ? inForceOf(index, drafts, fates) : null;
    return {
      ...printed(draft, pages),
      amountKrw: contents.amountKrw,
      holder: contents.holder,
      cancelled: fate?.cancelled ?? null,
      cancelledBy: fate?.by ?? null,
      inForce: inForce && { amountKrw: inForce.amountKrw, holder: inForce.holder },
      doubts: [...new Set([...(fate?.doubts ?? []), ...contents.doubts, ...(inForce?.doubts ?? [])])],
    };
  });
  const { owners, isSure } = ownersOf(drafts, fates, facts.variant === 'VALID_ONLY');
  const isSummaryOfOthers = tables.summaryFrom !== null && !agreesOnOwners(summary, owners);
  // A name that was recognised differently on another page is a misread one, and the rest may still be right.
  if (!isSure || (isRecognised && isSummaryOfOthers)) doubts.add('OWNER_UNREAD');
  if (tables.summaryFrom !== null && !agreesOnEntries(summary, entries)) doubts.add('SUMMARY_DISAGREES');
  if (!isRecognised && isSummaryOfOthers) doubts.add('SUMMARY_DISAGREES');
  for (const doubt of completenessOf(pages, tables, facts, drafts)) doubts.add(doubt);
  // A purpose that nobody understands may be any burden.
  if (isRecognised && drafts.some((draft, index) => isStrange(draft) && fates[index]?.cancelled !== true))
    doubts.add('LOW_CONFIDENCE');
  const complete = isComplete(doubts);
  const area = exclusiveAreaOf(tables.rows);
  const hasLandPart = tables.met.has('대지권') || tables.met.has('대지권토지');
  return {
    ...frame(pages, facts),
    variant: facts.variant ?? 'WITH_CANCELLED',
    roadAddress: roadAddressOf(tables.rows),
    exclusiveAreaM2: area.areaM2,
    owners,
    entries,
    ...seniorDebtOf(entries, complete),
    separateLandRegister: hasLandPart
      ? separateLandRegisterOf(tables.rows)
      : facts.kind === '집합건물' && !complete
        ? null
        : false,
    complete,
    doubts: [...doubts],
  };
}

const isStrange = ({ purpose, purposeText }: Draft): boolean =>
  purpose.right === 'OTHER' && !/금지사항|예고|환매|약정/.test(squeezed(purposeText));

/** Doubts of single entries are told there; these leave the whole in doubt. An application under way may add a lien unseen. */
const isComplete = (doubts: ReadonlySet<ReadingDoubt>): boolean =>
  [...doubts].every((doubt) => doubt === 'OWNER_UNREAD');

const frame = (pages: readonly PageLayout[], facts: Facts) => ({
  kind: facts.kind as RegistryView['kind'],
  uniqueNumber: facts.uniqueNumber,
  address: facts.address,
  floor: facts.floor,
  unit: facts.unit,
  viewedAt: facts.viewedAt,
  pages: pages.length,
  method: pages.some((page) => page.method === 'OCR') ? ('OCR' as const) : ('TEXT_LAYER' as const),
});

const printed = (draft: Draft, pages: readonly PageLayout[]) => ({
  section: draft.section,
  rank: draft.rank,
  purpose: draft.purposeText,
  receiptDate: draft.receiptDate,
  receiptNo: draft.receiptNo,
  cause: draft.cause === null ? null : withoutNumbers(draft.cause),
  page: draft.page,
  right: draft.purpose.right,
  deed: draft.purpose.deed,
  text: withoutNumbers(draft.text),
  places: placesOf(draft.boxes, pages),
});

/** The summary repeats what lives: whatever it has and the body has not is a reading gone wrong somewhere. */
const agreesOnEntries = (summary: Summary, entries: readonly RegistryEntry[]): boolean =>
  summary.entries.every((listed) =>
    entries.some(
      (entry) =>
        entry.section === listed.section &&
        (entry.rank === listed.rank || (entry.receiptNo !== null && entry.receiptNo === listed.receiptNo)) &&
        entry.cancelled !== true,
    ),
  );

function agreesOnOwners(summary: Summary, owners: RegistryView['owners']): boolean {
  if (summary.owners.length === 0 || owners.length === 0) return true;
  const names = (list: RegistryView['owners']) =>
    [...new Set(list.map((owner) => squeezed(owner.name)))].sort().join();
  return names(summary.owners) === names(owners);
}

/** The summary alone: what it shows is told, what it does not show proves nothing. */
function summaryOnly(pages: readonly PageLayout[], facts: Facts, summary: Summary): RegistryView {
  const entries = summary.entries.map(
    (entry): RegistryEntry => ({
      section: entry.section,
      rank: entry.rank,
      purpose: entry.purposeText,
      receiptDate: entry.receiptDate,
      receiptNo: entry.receiptNo,
      cause: null,
      holder: entry.holder,
      amountKrw: entry.amountKrw,
      cancelled: false,
      cancelledBy: null,
      page: Math.min(...entry.row.boxes.keys()),
      right: entry.purpose.right,
      deed: entry.purpose.deed,
      inForce: entry.purpose.deed === 'SET' ? { amountKrw: entry.amountKrw, holder: entry.holder } : null,
      text: withoutNumbers(entry.text),
      places: placesOf(entry.row.boxes, pages),
      doubts: [],
    }),
  );
  return {
    ...frame(pages, facts),
    variant: 'SUMMARY_ONLY',
    roadAddress: null,
    exclusiveAreaM2: null,
    owners: summary.owners,
    entries,
    seniorDebtKrw: null,
    seniorDebtAtMostKrw: null,
    separateLandRegister: null,
    complete: false,
    doubts: ['SUMMARY_ONLY'],
  };
}
