import type { RegistryView } from '@dungji/contracts';
import { squeezed } from '../layout/text-lines.ts';
import type { Fate } from './cancellation.ts';
import type { Draft } from './entries.ts';
import { type Fraction, fraction, isWhole, minus, plus, times } from './fractions.ts';
import { personsFrom } from './holders.ts';

type Owner = RegistryView['owners'][number];

interface Holding {
  name: string;
  /** null: not known. */
  share: Fraction | null;
  rank: string | null;
  trustee: boolean;
}

/** The owners of today, followed through every transfer that is alive; `isSure` false when a step could not be followed. */
export function ownersOf(
  drafts: readonly Draft[],
  fates: readonly Fate[],
  isValidOnly: boolean,
): { owners: Owner[]; isSure: boolean } {
  let holdings: Holding[] = [];
  let isSure = true;
  drafts.forEach((draft, index) => {
    const fate = fates[index];
    const { right, deed } = draft.purpose;
    if (draft.section !== '갑구' || fate?.cancelled === true) return;
    if (right === 'OWNERSHIP' && deed === 'CHANGE') {
      holdings = renamed(holdings, draft);
      return;
    }
    if (right !== 'OWNERSHIP' || deed !== 'SET') return;
    if (fate?.cancelled === null) isSure = false;
    // A struck name is followed by the entry that replaced it.
    const words = draft.rights.map((line) => line.text);
    const isTrust = words.some((line) => squeezed(line).startsWith('수탁자'));
    const incoming = personsFrom(words).map(
      (person): Holding => ({
        name: person.name,
        share: person.share === null ? null : fraction(person.share),
        rank: draft.rank ?? draft.group,
        trustee: isTrust,
      }),
    );
    if (incoming.length === 0) {
      isSure = false;
      return;
    }
    const purpose = squeezed(draft.purposeText);
    const moved = moveOf(purpose);
    if (moved === 'ALL') holdings = incoming;
    else {
      const given = incoming.every((each) => each.share) ? sum(incoming) : null;
      const rest = takeFrom(holdings, moved, given);
      // Where only valid entries are printed, whoever gave all away is not there any more.
      if (!rest && !(isValidOnly && given)) isSure = false;
      holdings = merged([...(rest?.holdings ?? holdings), ...withShares(incoming, rest?.taken ?? null)]);
    }
  });
  holdings = withTheRest(holdings);
  const owners = holdings.map(
    (each): Owner => ({
      name: each.name,
      share: shareText(each, holdings.length),
      rank: each.rank,
      trustee: each.trustee,
    }),
  );
  const total = holdings.every((each) => each.share) ? sum(holdings) : null;
  if (holdings.length > 0 && total !== null && !isWhole(total)) isSure = false;
  return { owners, isSure: isSure && owners.length > 0 };
}

/** One share that is printed nowhere is what the others leave. */
function withTheRest(holdings: Holding[]): Holding[] {
  const unknown = holdings.filter((each) => each.share === null);
  if (holdings.length < 2 || unknown.length !== 1) return holdings;
  const rest = minus(times(1), sum(holdings));
  return holdings.map((each) => (each.share === null ? { ...each, share: rest } : each));
}

/** From whom a transfer takes: everybody (`ALL`), or the share of one of them, wholly or in part. */
function moveOf(purpose: string): 'ALL' | { from: string | null; rank: string | null; whole: boolean } {
  if (/공유자전원|^소유권이전$|^소유권보존$|합유자전원/.test(purpose)) return 'ALL';
  const share = /^(?:(\d+(?:-\d+)?)번)?(.*?)지분(전부|일부|.*중일부|.*)이전/.exec(purpose);
  if (share)
    return { rank: share[1] ?? null, from: share[2] || null, whole: share[3] === '전부' || share[3] === '' };
  if (/일부이전/.test(purpose)) return { rank: null, from: null, whole: false };
  return 'ALL';
}

function takeFrom(
  holdings: readonly Holding[],
  { from, whole }: { from: string | null; whole: boolean },
  given: Fraction | null,
): { holdings: Holding[]; taken: Fraction | null } | null {
  const giver =
    from === null && holdings.length === 1 ? holdings[0] : holdings.find((each) => sameName(each.name, from));
  if (!giver) return null;
  const others = holdings.filter((each) => each !== giver);
  const own = giver.share ?? (holdings.length === 1 ? fraction('1/1') : null);
  if (whole) return { holdings: others, taken: own };
  if (!own || !given) return null;
  const left = minus(own, given);
  if (!left) return { holdings: others, taken: own };
  return { holdings: [...others, { ...giver, share: left }], taken: given };
}

/** A single receiver of a share that is not printed takes what was given. */
const withShares = (incoming: readonly Holding[], taken: Fraction | null): Holding[] =>
  incoming.length === 1 ? incoming.map((each) => ({ ...each, share: each.share ?? taken })) : [...incoming];

function merged(holdings: readonly Holding[]): Holding[] {
  const byName = new Map<string, Holding>();
  for (const each of holdings) {
    const before = byName.get(squeezed(each.name));
    if (before) {
      before.share = before.share && each.share ? plus(before.share, each.share) : null;
      before.rank = each.rank;
    } else byName.set(squeezed(each.name), { ...each });
  }
  return [...byName.values()];
}

/** `성명(명칭) 새이름`, `상호변경 … 새이름` of the entry that the purpose names. */
function renamed(holdings: Holding[], draft: Draft): Holding[] {
  const purpose = squeezed(draft.purposeText);
  if (!/등기명의인표시/.test(purpose)) return holdings;
  const words = draft.rights.map((line) => line.text).join('');
  const change =
    /^(.{2,40}?)의\s*(?:성명|명칭|상호)(?:\([가-힣]+\))?\s*[:：]?\s*([가-힣A-Za-z() ]{2,40})$/.exec(
      words.trim(),
    );
  const rank = draft.purpose.targets[0] ?? draft.rank?.split('-')[0];
  const [, before = '', name = ''] = change ?? [];
  if (!change) return holdings;
  const named = holdings.filter((each) => each.rank === rank || sameName(each.name, before));
  const renamedOne =
    named.find((each) => sameName(each.name, before)) ?? (named.length === 1 ? named[0] : undefined);
  return holdings.map((each) => (each === renamedOne ? { ...each, name: name.trim() } : each));
}

const sameName = (name: string, other: string | null): boolean =>
  other !== null &&
  squeezed(name).replace(/^(주식회사|\(주\))|(주식회사|\(주\))$/g, '') ===
    squeezed(other).replace(/^(주식회사|\(주\))|(주식회사|\(주\))$/g, '');

const sum = (holdings: readonly Holding[]): Fraction =>
  holdings.reduce<Fraction>((total, each) => (each.share ? plus(total, each.share) : total), times(0));

function shareText(holding: Holding, count: number): string | null {
  if (holding.share) return `${holding.share.part}/${holding.share.whole}`;
  return count === 1 ? '1/1' : null;
}
