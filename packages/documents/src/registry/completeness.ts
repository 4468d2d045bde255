import type { ReadingDoubt } from '@dungji/contracts';
import type { PageLayout } from '../layout/page-layout.ts';
import type { Draft } from './entries.ts';
import type { Facts } from './facts.ts';
import type { Tables } from './tables.ts';

/** Whatever says that the file is not the whole document, or that a part of it was not read. */
export function completenessOf(
  pages: readonly PageLayout[],
  tables: Tables,
  facts: Facts,
  drafts: readonly Draft[],
): ReadingDoubt[] {
  const doubts: ReadingDoubt[] = [];
  if (facts.isPartial) doubts.push('PARTIAL_CERTIFICATE');
  if (facts.isPending) doubts.push('APPLICATION_PENDING');
  if (!hasEveryPage(pages, tables, facts)) doubts.push('PAGES_MISSING');
  const isBlank = pages.some((page) => page.glyphs.length === 0);
  if (isBlank || tables.unreadable.length > 0 || !tables.met.has('갑구')) doubts.push('PAGE_UNREADABLE');
  if (facts.variant !== 'VALID_ONLY' && !areRanksInOrder(drafts)) doubts.push('RANKS_OUT_OF_ORDER');
  return doubts;
}

/** The first page has the title, the last one the end mark, and the numbers at the feet leave none out. */
function hasEveryPage(pages: readonly PageLayout[], tables: Tables, facts: Facts): boolean {
  if (facts.variant === null || tables.endedOn === null) return false;
  const bodyPages = tables.summaryFrom === null ? pages.length : tables.summaryFrom - 1;
  const numbers = [...facts.numbers.values()];
  if (numbers.length === 0) return true;
  const of = numbers[0]?.of ?? 0;
  const present = new Set(numbers.map((number) => number.page));
  return numbers.every((number) => number.of === of) && present.size === of && bodyPages >= of;
}

/** Main ranks of a section count up one by one, and so do sub-ranks; a gap is a lost row. */
function areRanksInOrder(drafts: readonly Draft[]): boolean {
  for (const section of ['갑구', '을구'] as const) {
    const last = new Map<string, number>();
    const restored = new Set<string>();
    for (const draft of drafts) {
      if (draft.section !== section || draft.rank === null) continue;
      const parts = draft.rank.split('-');
      const own = Number(parts.pop());
      const parent = parts.join('-');
      const before = last.get(parent) ?? 0;
      // A restored entry is entered once more, under its old rank.
      if (restored.has(draft.rank)) continue;
      if (draft.purpose.deed === 'RESTORE') for (const rank of draft.purpose.targets) restored.add(rank);
      if (own !== before + 1) return false;
      last.set(parent, own);
    }
  }
  return true;
}
