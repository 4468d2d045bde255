import { squeezed } from '../layout/text-lines.ts';
import type { Draft } from './entries.ts';
import { likeness } from './likeness.ts';
import { purposeOf } from './purpose.ts';

/**
 * Mends what recognition got wrong, only where the context proves it: a rank between two known ones, a sub-rank whose
 * purpose names its parent, a purpose that is a letter away from a known one.
 */
export function repaired(drafts: readonly Draft[]): Draft[] {
  return withRanks(drafts.map(withPurpose));
}

function withRanks(drafts: readonly Draft[]): Draft[] {
  const mended = [...drafts];
  mended.forEach((draft, index) => {
    const others = mended.filter((other) => other.section === draft.section);
    const own = others.indexOf(draft);
    const before = lastMain(others.slice(0, own));
    const next = others[own + 1];
    const expected = before + 1;
    const sub = subRank(draft, before, next);
    if (sub) mended[index] = { ...draft, rank: sub, group: sub };
    else if (
      !draft.rank?.includes('-') &&
      Number(draft.rank) !== expected &&
      !TRUST.test(squeezed(draft.purposeText))
    ) {
      const isProved = next?.rank === String(expected + 1) || next?.rank === `${expected}-1`;
      if (isProved) mended[index] = { ...draft, rank: String(expected), group: String(expected) };
    }
  });
  return mended;
}

const TRUST = /신탁/;

const lastMain = (drafts: readonly Draft[]): number =>
  Number(drafts.findLast((draft) => draft.rank !== null && !draft.rank.includes('-'))?.rank ?? 0);

/** `31` under `3`, with a purpose that begins with `3번`, or with `4` or `3-2` right below it. */
function subRank(draft: Draft, parent: number, next: Draft | undefined): string | null {
  const match = /^(\d+)(\d)$/.exec(draft.rank ?? '');
  if (!match || Number(match[1]) !== parent) return null;
  const following = [String(parent + 1), `${parent}-${Number(match[2]) + 1}`];
  const isProved = draft.purpose.targets.includes(String(parent)) || following.includes(next?.rank ?? '');
  if (!isProved) return null;
  return draft.purpose.deed === 'CANCEL' ? null : `${match[1]}-${match[2]}`;
}

const KNOWN = [
  '소유권보존',
  '소유권이전',
  '소유권일부이전',
  '공유자전원지분전부이전',
  '소유권이전청구권가등기',
  '가압류',
  '가처분',
  '임의경매개시결정',
  '강제경매개시결정',
  '근저당권설정',
  '저당권설정',
  '전세권설정',
  '주택임차권',
  '임차권설정',
  '지상권설정',
  '금지사항등기',
  '환매특약',
] as const;
const LIKE = 0.6;

/** Only what nothing else explains: a purpose that is understood stays as it was read. */
function withPurpose(draft: Draft): Draft {
  const text = squeezed(draft.purposeText);
  if (draft.purpose.right !== 'OTHER' || text === '') return draft;
  const [nearest] = KNOWN.map((known) => ({ known, like: likeness(text, known) })).sort(
    (a, b) => b.like - a.like,
  );
  if (!nearest || nearest.like < LIKE) return draft;
  return { ...draft, purposeText: nearest.known, purpose: purposeOf(nearest.known) };
}
