import type { ReadingDoubt, RegistryEntry } from '@dungji/contracts';
import { squeezed } from '../layout/text-lines.ts';
import type { Draft } from './entries.ts';

export interface Fate {
  cancelled: boolean | null;
  by: RegistryEntry['cancelledBy'];
  doubts: Set<ReadingDoubt>;
}

/**
 * Which entries are cancelled. A strike over the whole row or a later `N번…말소` suffices. What cannot be attributed stays
 * alive and is flagged: to miss a live lien is worse than to keep a dead one.
 */
export function fatesOf(drafts: readonly Draft[]): { fates: Fate[]; isEveryTargetFound: boolean } {
  const fates = drafts.map((draft) => fateByStrike(draft, drafts));
  let isEveryTargetFound = true;
  /** Entries with a cancellation of their own. */
  const ended = new Set<number>();
  drafts.forEach((draft, index) => {
    const { deed } = draft.purpose;
    if (deed !== 'CANCEL' && deed !== 'RESTORE') return;
    // A cancellation that was itself cancelled did nothing.
    const own = fates[index]?.cancelled ?? null;
    if (own === true) return;
    for (const target of targetsIn(draft)) {
      const found = find(drafts, draft, target, index);
      if (found.length === 0) isEveryTargetFound = false;
      for (const { at, isSure } of found) {
        const fate = fates[at];
        const aim = drafts[at];
        if (!fate || !aim) continue;
        if (own === null || !isSure) unclear(fate);
        else if (draft.purpose.partial && !aim.purposeText.includes('지분')) leaveInPart(fate, deed);
        else if (deed === 'RESTORE') {
          if (!isEnteredAgain(drafts, draft, target.rank, index))
            for (const alive of familyOf(drafts, draft.section, target.rank, at, ended))
              set(fates[alive] as Fate, false, null);
        } else {
          ended.add(at);
          if (fate.cancelled !== true) set(fate, true, 'ENTRY');
        }
      }
    }
  });
  passOnToSubEntries(drafts, fates);
  return { fates, isEveryTargetFound };
}

/** An entry and its sub-entries, which fell with it; those that were cancelled by themselves stay so. */
const familyOf = (
  drafts: readonly Draft[],
  section: string,
  rank: string,
  at: number,
  ended: ReadonlySet<number>,
): number[] =>
  drafts.flatMap((draft, index) =>
    index === at || (draft.section === section && draft.rank?.startsWith(`${rank}-`) && !ended.has(index))
      ? [index]
      : [],
  );

/** A restored entry is often entered once more, below the restoration: then that one lives, and the old row stays struck. */
const isEnteredAgain = (drafts: readonly Draft[], by: Draft, rank: string, after: number): boolean =>
  drafts.some(
    (draft, at) =>
      at > after && draft.section === by.section && draft.rank === rank && draft.purpose.deed === 'SET',
  );

function fateByStrike(draft: Draft, drafts: readonly Draft[]): Fate {
  const doubts = new Set<ReadingDoubt>();
  if (draft.strike === 'ALL') return { cancelled: true, by: 'STRIKE', doubts };
  if (draft.strike === 'NONE' || (draft.strike === 'CONTENT' && isReplaced(draft, drafts)))
    return { cancelled: false, by: null, doubts };
  doubts.add('CANCELLATION_UNCLEAR');
  return { cancelled: null, by: null, doubts };
}

/** Amounts, holders and addresses are crossed out when a later entry of the same rank replaces them. */
const isReplaced = (draft: Draft, drafts: readonly Draft[]): boolean =>
  drafts.some(
    (other) =>
      other.section === draft.section &&
      draft.rank !== null &&
      (other.purpose.deed === 'CHANGE' || other.purpose.deed === 'TRANSFER') &&
      (other.rank?.startsWith(`${draft.rank}-`) || other.purpose.targets.includes(draft.rank)),
  );

interface Target {
  rank: string;
  /** What it is called in the cancelling entry. */
  words: string;
}

/** `11번근저당권설정, 12번근저당권설정등기말소`; a rank without words of its own shares those of the next one. */
function targetsIn(draft: Draft): Target[] {
  const text = squeezed(draft.purposeText);
  const parts = text.split(/[,、·]|및/);
  return draft.purpose.targets.map((rank) => {
    const at = parts.findIndex((part) => new RegExp(`(^|\\D)(?<!-)${rank}(번|$|내지|[~∼(])`).test(part));
    const words = parts
      .slice(Math.max(at, 0))
      .find((part) => /[가-힣]{2,}/.test(part.replace(/번|내지/g, '')));
    return { rank, words: words ?? text };
  });
}

/** Entries before the cancelling one that it means; not sure when its words name another right than the entry has. */
function find(
  drafts: readonly Draft[],
  by: Draft,
  target: Target,
  before: number,
): { at: number; isSure: boolean }[] {
  const named = drafts.flatMap((draft, at) =>
    at < before && draft.section === by.section && (draft.rank ?? draft.group) === target.rank
      ? [{ at, draft }]
      : [],
  );
  const fitting = named.filter(({ draft }) => means(target.words, draft));
  if (fitting.length > 0) return fitting.map(({ at }) => ({ at, isSure: true }));
  return named.filter(({ draft }) => draft.rank !== null).map(({ at }) => ({ at, isSure: false }));
}

const WORDS: readonly (readonly [RegExp, RegExp])[] = [
  [/신탁/, /신탁/],
  [/가등기|청구권/, /가등기|청구권/],
  [/가압류/, /가압류/],
  [/가처분/, /가처분/],
  [/공매/, /공매/],
  [/경매/, /경매/],
  [/질권/, /질권/],
  [/압류/, /압류/],
  [/저당권/, /저당권/],
  [/전세권/, /전세권/],
  [/임차권/, /임차권/],
  [/지상권/, /지상권/],
  [/지역권/, /지역권/],
  [/금지사항|예고|환매/, /금지사항|예고|환매/],
  [/소유권|지분|공유자/, /소유권|지분|공유자/],
];

/** Whether the words of a cancellation can mean this entry; without any known word they can mean all of that rank. */
function means(words: string, draft: Draft): boolean {
  const own = squeezed(draft.purposeText);
  const known = WORDS.find(([pattern]) => pattern.test(words));
  const ownKnown = WORDS.find(([pattern]) => pattern.test(own));
  if (!known) return draft.rank !== null;
  // `압류` must not take a 가압류, nor `신탁` the transfer it stands below.
  return ownKnown !== undefined && known[1].source === ownKnown[1].source;
}

function passOnToSubEntries(drafts: readonly Draft[], fates: Fate[]): void {
  drafts.forEach((draft, index) => {
    const own = fates[index];
    if (!own || own.cancelled === true || draft.rank === null) return;
    const parents = drafts.flatMap((other, at) =>
      other.section === draft.section &&
      other.rank !== null &&
      draft.rank?.startsWith(`${other.rank}-`) &&
      draft.purpose.deed !== 'CANCEL' &&
      draft.purpose.deed !== 'RESTORE'
        ? [fates[at]]
        : [],
    );
    const dead = parents.find((fate) => fate?.cancelled === true);
    if (dead) set(own, true, dead.by);
  });
}

function set(fate: Fate, cancelled: boolean, by: Fate['by']): void {
  fate.cancelled = cancelled;
  fate.by = by;
  fate.doubts.delete('CANCELLATION_UNCLEAR');
}

/** Doubt never brings a cancelled entry back. */
function unclear(fate: Fate): void {
  if (fate.cancelled === true) return;
  fate.cancelled = null;
  fate.doubts.add('CANCELLATION_UNCLEAR');
}

/** A share of it is gone, or back again: the entry as a whole lives. */
function leaveInPart(fate: Fate, deed: 'CANCEL' | 'RESTORE'): void {
  if (deed === 'CANCEL' && fate.cancelled !== true) return;
  if (deed === 'RESTORE') {
    fate.cancelled = null;
    fate.by = null;
    fate.doubts.add('CANCELLATION_UNCLEAR');
  }
}
