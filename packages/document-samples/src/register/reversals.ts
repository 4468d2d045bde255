import type { Writing } from './book.ts';
import { nameIn } from './claims.ts';
import { cause, receipt, type Story } from './story.ts';

/** What makes a cancellation less than the end: restorations, cancellations of a part, lines struck without a word why. */

/** A cancelled entry counts again (말소회복): by its old row, or by a new row of the same rank below. */
export function restore(story: Story, entry: Writing): void {
  const on = receipt(story);
  story.book.add(entry.section, {
    right: entry.right,
    deed: 'RESTORE',
    purpose: `${nameIn(entry)}등기회복`,
    receipt: on,
    cause: cause(story, on.on, story.draw.pick(['말소회복', '판결', '착오발견'])),
  });
  if (story.habits.reentersRestored && entry.root === entry) {
    entry.unclear = true;
    story.book.addAgain(entry.section, entry.rank ?? '', {
      right: entry.right,
      deed: 'SET',
      purpose: entry.purpose,
      receipt: entry.receipt,
      cause: entry.cause.map(({ text }) => text),
      holder: entry.holder.map(({ text }) => text),
      holderName: entry.holderName,
      amountKrw: entry.amountKrw,
      foreign: entry.foreign,
      inForce:
        entry.amountKrw === null
          ? entry.inForce
          : { amountKrw: entry.amountKrw, holderName: entry.holderName },
      summary: entry.summary,
    });
    return;
  }
  for (const alive of story.book.family(entry)) {
    alive.cancelled = false;
    alive.cancelledByEntry = false;
    // Its strike stays on the paper: only the row below takes it back.
    alive.unclear = true;
  }
}

/** Ends the right on one owner's part only, or some part of it: the rest lives on, at its full amount. */
export function cancelInPart(story: Story, entry: Writing): void {
  const { draw, holdings } = story;
  const on = receipt(story);
  const owner = holdings.length > 1 ? draw.any(holdings) : undefined;
  const name = nameIn(entry);
  story.book.add(entry.section, {
    right: entry.right,
    deed: 'CANCEL',
    purpose: owner ? name.replace('번', `번${owner.name}지분`).concat('등기말소') : `${name}등기일부말소`,
    receipt: on,
    cause: cause(story, on.on, draw.pick(['일부해제', '일부포기', '해제'])),
    partial: true,
  });
  entry.unclear = true;
}

/** Some lines are struck and nothing says why: it cannot be told whether the entry lives. */
export function tear(story: Story, entry: Writing): void {
  if (entry.strike !== 'NONE' || entry.holder.length < 2) return;
  const cut = story.draw.integer(1, entry.holder.length - 1);
  entry.holder = entry.holder.map((one, index) => ({ ...one, struck: index < cut }));
  entry.strike = 'LINES';
  entry.unclear = true;
}
