import type { Deed, Entry, Line, Right, Section } from './register.ts';
import { line } from './register.ts';

/** An entry while its story is still being told. */
export interface Writing {
  section: Section;
  rank: string | null;
  formerRank: string | null;
  right: Right;
  deed: Deed;
  purpose: string;
  receipt: Entry['receipt'];
  cause: Line[];
  holder: Line[];
  holderName: string | null;
  amountKrw: number | null;
  priceKrw: number | null;
  foreign: boolean;
  inForce: { amountKrw: number | null; holderName: string | null } | null;
  cancelled: boolean;
  cancelledByEntry: boolean;
  strike: Entry['strike'];
  unclear: boolean;
  superseded: boolean;
  partial: boolean;
  summary: Entry['summary'];
  /** The main entry this one belongs to; itself for main entries. */
  root: Writing;
  /** What a change, transfer or pledge is about. */
  about: Writing | null;
}

export type Draft = Pick<Writing, 'right' | 'deed' | 'purpose' | 'receipt'> & {
  readonly cause?: readonly string[];
  readonly holder?: readonly string[];
} & Partial<
    Pick<
      Writing,
      'holderName' | 'amountKrw' | 'priceKrw' | 'foreign' | 'inForce' | 'partial' | 'about' | 'summary'
    >
  >;

/** The two sections of a register, written in the order of time, read in the order of ranks. */
export class Book {
  readonly #entries: Readonly<Record<Section, Writing[]>> = { 갑구: [], 을구: [] };

  entries(section: Section): readonly Writing[] {
    return this.#entries[section];
  }

  get all(): readonly Writing[] {
    return [...this.#entries.갑구, ...this.#entries.을구];
  }

  /** A main entry: the next rank of its section, at its end. */
  add(section: Section, draft: Draft): Writing {
    const ranks = this.#entries[section].map((entry) => Number.parseInt(entry.rank ?? '0', 10));
    return this.#insert(section, String(Math.max(0, ...ranks) + 1), draft, null);
  }

  /** A sub-entry: `N-1` below its main entry, whatever was entered since. */
  addUnder(root: Writing, draft: Draft): Writing {
    const subs = this.#entries[root.section].filter(
      (entry) => entry.root === root && entry.rank?.includes('-'),
    ).length;
    return this.#insert(root.section, `${root.rank}-${subs + 1}`, draft, root);
  }

  /** A row without a rank of its own, which rides on the main entry above it. */
  addRider(root: Writing, draft: Draft): Writing {
    return this.#insert(root.section, null, draft, root);
  }

  /** A row that repeats the rank of a cancelled entry, as the clerk enters a restored one again. */
  addAgain(section: Section, rank: string, draft: Draft): Writing {
    return this.#insert(section, rank, draft, null);
  }

  #insert(section: Section, rank: string | null, draft: Draft, root: Writing | null): Writing {
    const entries = this.#entries[section];
    const written: Writing = {
      section,
      rank,
      formerRank: null,
      holderName: null,
      amountKrw: null,
      priceKrw: null,
      foreign: false,
      inForce: null,
      cancelled: false,
      cancelledByEntry: false,
      strike: 'NONE',
      unclear: false,
      superseded: false,
      partial: false,
      summary: null,
      about: null,
      ...draft,
      cause: (draft.cause ?? []).map(line),
      holder: (draft.holder ?? []).map(line),
      // Replaced in the next statement for main entries, which are their own root.
      root: root as Writing,
    };
    written.root = root ?? written;
    const last = root ? entries.findLastIndex((entry) => entry.root === root) : entries.length - 1;
    entries.splice(last + 1, 0, written);
    return written;
  }

  /** Everything that stands and falls with an entry, itself included. */
  family(entry: Writing): readonly Writing[] {
    const below =
      entry.root === entry
        ? this.#entries[entry.section].filter((other) => other.root === entry)
        : this.#entries[entry.section].filter((other) => other.about === entry);
    return [entry, ...below.filter((other) => other !== entry)];
  }

  /** Ends an entry and what hangs on it; `byEntry` when a row of the section says so. */
  end(entry: Writing, byEntry: boolean): void {
    for (const dead of this.family(entry)) {
      dead.cancelled = true;
      dead.cancelledByEntry = byEntry;
      dead.strike = 'WHOLE';
      dead.unclear = false;
    }
  }
}

/** Strikes the lines of the holder's cell that a later entry replaced. */
export function strikeLines(entry: Writing, replaced: (text: string) => boolean): void {
  let any = false;
  entry.holder = entry.holder.map((one) => {
    if (!replaced(one.text)) return one;
    any = true;
    return { ...one, struck: true };
  });
  if (!any) return;
  entry.strike = 'LINES';
  entry.unclear = true;
}
