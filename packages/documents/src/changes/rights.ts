import type { RegistryEntry, RegistryView } from '@dungji/contracts';

/** A right of a register with all the rows that set it: one that was restored is often entered twice. */
export interface Standing {
  /** The row that stands for it: the live one, if there is one. */
  readonly entry: RegistryEntry;
  readonly state: 'LIVE' | 'UNCLEAR' | 'CANCELLED';
  /** What it can be known by in another certificate of the record, surest first; null: not read. */
  readonly names: readonly [byRank: string | null, byReceipt: string | null];
}

export type Pair = readonly [earlier: Standing | null, newer: Standing | null];

/** Rights of two registers, each beside itself. */
export interface PairedRights {
  readonly pairs: readonly Pair[];
  /** Some cannot be recognised in the other document: neither rank nor receipt was read, or they are read as two kinds. */
  readonly isUnclear: boolean;
}

/** Ranks and receipts never change within a record, whatever is entered later. */
export function pairRights(earlier: RegistryView, newer: RegistryView): PairedRights {
  const left = standingsOf(earlier);
  const right = standingsOf(newer);
  const pairs: Pair[] = [];
  let isUnclear = false;
  for (const way of [0, 1] as const) {
    for (const one of [...left]) {
      const name = one.names[way];
      const other = name === null ? undefined : [...right].find(({ names }) => names[way] === name);
      if (!other) continue;
      left.delete(one);
      right.delete(other);
      if (one.entry.right === other.entry.right) pairs.push([one, other]);
      else isUnclear = true;
    }
  }
  const isNamed = ({ names }: Standing) => names.some((name) => name !== null);
  const lonely = [...left, ...right];
  return {
    pairs: [
      ...pairs,
      ...[...left].filter(isNamed).map((one): Pair => [one, null]),
      ...[...right].filter(isNamed).map((other): Pair => [null, other]),
    ],
    isUnclear: isUnclear || !lonely.every(isNamed),
  };
}

function standingsOf({ entries }: RegistryView): Set<Standing> {
  const families = new Map<string, { rows: RegistryEntry[]; names: Standing['names'] }>();
  const above = { 갑구: null, 을구: null } as Record<RegistryEntry['section'], string | null>;
  entries.forEach((entry, index) => {
    const { section, right, receiptDate, receiptNo } = entry;
    // A trust rides on the transfer above it, without a rank of its own, and is told apart from it.
    const kind = right === 'TRUST' ? 'trust' : 'right';
    const rank = entry.rank ?? (right === 'TRUST' ? above[section] : null);
    above[section] = entry.rank ?? above[section];
    if (entry.deed !== 'SET' || right === 'OWNERSHIP') return;
    const names = [
      rank === null ? null : `${section}/${rank}/${kind}`,
      receiptDate === null || receiptNo === null ? null : `${section}/${receiptDate}/${receiptNo}/${kind}`,
    ] as const;
    const name = names[0] ?? names[1] ?? `row ${index}`;
    const family = families.get(name);
    if (family) family.rows.push(entry);
    else families.set(name, { rows: [entry], names });
  });
  return new Set(
    [...families.values()].flatMap(({ rows, names }) => {
      const standing = standingOf(rows);
      return standing ? [{ ...standing, names }] : [];
    }),
  );
}

function standingOf(rows: readonly RegistryEntry[]): Pick<Standing, 'entry' | 'state'> | null {
  const live = rows.find(({ cancelled }) => cancelled === false);
  if (live) return { entry: live, state: 'LIVE' };
  const unclear = rows.find(({ cancelled }) => cancelled === null);
  if (unclear) return { entry: unclear, state: 'UNCLEAR' };
  return rows[0] ? { entry: rows[0], state: 'CANCELLED' } : null;
}
