import type { ReadingDoubt, RegistryEntry } from '@dungji/contracts';
import { type Amount, amountOf } from './amounts.ts';
import type { Fate } from './cancellation.ts';
import { type Draft, isStruck } from './entries.ts';
import { holderOf } from './holders.ts';

export interface Contents {
  readonly amountKrw: number | null;
  readonly holder: string | null;
  readonly doubts: ReadingDoubt[];
}

/** What an entry itself says. */
export function contentsOf(draft: Draft): Contents {
  const { right, deed } = draft.purpose;
  // What is pledged is a claim: its amount and holder are named as those of a mortgage are.
  const isPledge = deed === 'PLEDGE';
  const lines = draft.rights.map((line) => line.text);
  const amount = amountOf(isPledge ? 'MORTGAGE' : right, lines.join(''), deed === 'SET');
  return {
    amountKrw: wonIn(amount),
    holder: holderOf(isPledge ? 'OTHER' : right, lines),
    doubts: amount && 'unread' in amount ? [amount.unread] : [],
  };
}

const wonIn = (amount: Amount): number | null => (amount && 'krw' in amount ? amount.krw : null);

/**
 * The right as it stands today: the last amount and the last holder among the entry and the changes and transfers of it
 * that are alive. A change in doubt leaves the amount unknown.
 */
export function inForceOf(
  index: number,
  drafts: readonly Draft[],
  fates: readonly Fate[],
): RegistryEntry['inForce'] & { doubts: ReadingDoubt[] } {
  const draft = drafts[index] as Draft;
  const { right } = draft.purpose;
  const kept = draft.strike === 'CONTENT' ? draft.rights.filter((line) => !isStruck(line)) : draft.rights;
  const lines = kept.map((line) => line.text);
  let amount: Amount = amountOf(right, lines.join(''), true);
  let holder = holderOf(right, lines);
  drafts.forEach((other, at) => {
    if (at <= index || !isAbout(other, draft)) return;
    const isAlive = fates[at]?.cancelled;
    if (isAlive === true) return;
    const words = other.rights.map((line) => line.text);
    const changed = other.purpose.deed === 'CHANGE' ? amountOf(right, words.join(''), false) : null;
    if (changed) amount = isAlive === null ? { unread: 'AMOUNT_UNREAD' } : changed;
    // Of a part that moves, the rest stays where it is.
    const moved = other.purposeText.includes('일부이전') ? null : holderOf(right, words);
    if (moved !== null) holder = isAlive === null ? null : moved;
  });
  return {
    amountKrw: wonIn(amount),
    holder,
    doubts: amount && 'unread' in amount ? [amount.unread] : [],
  };
}

/** A change or transfer of that right, as a sub-entry or by naming its rank. */
function isAbout(other: Draft, draft: Draft): boolean {
  const { deed, targets, right } = other.purpose;
  if (other.section !== draft.section || draft.rank === null) return false;
  if (deed !== 'CHANGE' && deed !== 'TRANSFER') return false;
  const isNamed = other.rank?.startsWith(`${draft.rank}-`) || targets.includes(draft.rank);
  return Boolean(isNamed) && (right === draft.purpose.right || right === 'OWNERSHIP');
}
