import { receiptNo } from '../fiction.ts';
import type { Draw } from '../random.ts';
import type { Book, Writing } from './book.ts';
import type { Clock } from './clock.ts';
import { daysBefore } from './clock.ts';
import { type Day, type PropertyList, printDay, type Share } from './register.ts';
import type { Subject } from './subject.ts';

/** How one registry office writes; the same through a document. */
export interface Habits {
  /** Lines that a change or a transfer replaced are struck in the older row. */
  readonly strikesReplaced: boolean;
  /** A restored entry is entered once more below the restoration; else the old row counts again. */
  readonly reentersRestored: boolean;
  /** `11번근저당권설정, 12번…` or without the space. */
  readonly comma: ', ' | ',';
  /** `3번가압류등기말소`, seldom `3번가압류말소`. */
  readonly shortCancellations: boolean;
  /** Amounts with spaces: `금 30,000,000 원`. */
  readonly looseAmounts: boolean;
}

/** Somebody's part of the property, with the rows it came by. */
export interface Holding {
  name: string;
  number: string;
  address: string;
  share: Share;
  rows: Writing[];
  trustee: boolean;
}

/** The story of one property while it is told. */
export interface Story {
  readonly draw: Draw;
  readonly subject: Subject;
  readonly book: Book;
  readonly clock: Clock;
  readonly habits: Habits;
  readonly lists: PropertyList[];
  holdings: Holding[];
  /** The transfer and the rider of the trust that holds now, and who gave the property away. */
  trust: { readonly rider: Writing; readonly settlors: readonly Holding[] } | null;
}

export const receipt = (story: Story, on: Day = story.clock.next()) => ({ on, no: receiptNo(story.draw) });

/** `2015년2월10일` and the ground: contracts are made some days before they are registered. */
export const cause = (story: Story, on: Day, ground: string, daysEarlierMax = 30): string[] => [
  printDay(daysBefore(on, story.draw.integer(0, daysEarlierMax))),
  ground,
];

/** Live entries that set a right and can be ended, changed or moved. */
export const burdens = (story: Story) =>
  story.book.all.filter(
    (entry) =>
      entry.deed === 'SET' && entry.right !== 'OWNERSHIP' && entry.right !== 'TRUST' && !entry.cancelled,
  );

export const liens = (story: Story) =>
  burdens(story).filter((entry) => entry.section === '을구' && entry.right !== 'SUPERFICIES');

/** The lines that name a party: label, name and number, together or not, then where it is. */
export function partyLines(
  draw: Draw,
  label: string,
  party: { readonly name: string; readonly number: string; readonly address: string },
): string[] {
  const corporate = /^\d{6}-\d{7}$/u.test(party.number);
  const named = `${label} ${party.name}`;
  return corporate && draw.chance(25)
    ? [named, party.number, party.address]
    : [`${named} ${party.number}`, party.address];
}
