import type { Glyph } from '../layout/page-layout.ts';
import { lineOf, squeezed } from '../layout/text-lines.ts';
import type { LineReading, Recogniser } from './recognise.ts';
import type { Sheet } from './sheet.ts';
import { squareMetresAt } from './square-metres.ts';
import { stripsOf } from './strips.ts';
import { heightOf, type TextBox } from './text-boxes.ts';

/** By the number of the box. */
export type Readings = Map<number, LineReading>;

/**
 * Sizes at which recognition errs in different places, in shares of 300 dpi: letters of 9 points are some 30 pixels high
 * at the first. Larger ones put digits where none are.
 */
const SIZES = [0.8, 0.65, 1, 0.72, 0.9] as const;
/** How many of three must say the same of an ordinary line, and how many of five of one on which much depends. */
const VOTES = 2;
const WEIGHTY_VOTES = 4;

/**
 * Reads every line at two sizes, at a third one where they differ, and at five where a digit decides: amounts, ranks, what
 * is cancelled, shares, areas, numbers. What enough of them say stands in both results; of what they do not agree on, the
 * results hold two different readings.
 */
export async function readTwice(
  page: Sheet,
  boxes: readonly TextBox[],
  recogniser: Recogniser,
  onProgress: () => Promise<void>,
): Promise<{ one: Readings; two: Readings }> {
  const signs = boxes.map((box) => squareMetresAt(page, box));
  const words = boxes.map((box, index) => ({ ...box, right: signs[index] ?? box.right }));
  const votes: LineReading[][] = boxes.map(() => []);
  const read = async (chosen: readonly number[], size: number): Promise<void> => {
    for (const strip of stripsOf(page, words, chosen, size)) {
      for (const [box, reading] of await recogniser.read(strip, words)) votes[box]?.push(reading);
      await onProgress();
    }
  };
  const all = boxes.map((_, index) => index);
  const [first, second, third, ...more] = SIZES;
  await read(all, first);
  await read(all, second);
  const weighty = all.filter((box) => signs[box] !== null || votes[box]?.some(isWeighty));
  const open = all.filter((box) => weighty.includes(box) || (votes[box] && countOf(votes[box]) < VOTES));
  await read(open, third);
  for (const size of more) await read(weighty, size);

  const [one, two]: [Readings, Readings] = [new Map(), new Map()];
  for (const box of all) {
    const needed = weighty.includes(box) ? WEIGHTY_VOTES : VOTES;
    const [best, other] = ranked(votes[box] ?? []);
    if (!best) continue;
    const sign = signIn(boxes[box], signs[box] ?? null);
    one.set(box, [...best.reading, ...sign]);
    if (best.count >= needed) two.set(box, [...best.reading, ...sign]);
    else if (other) two.set(box, [...other.reading, ...sign]);
  }
  return { one, two };
}

/** Lines in which a wrong digit makes another document of it. */
const isWeighty = (reading: LineReading): boolean =>
  /\d[.,]\d{3}|\d{7}|고유번호|원$|\d번|분의|^\d{1,3}(-\d{1,3})*$|제\S*\d+[층호]/.test(textOf(reading));

/** What was read, the most frequent first; readings that came first go before others as frequent. */
function ranked(votes: readonly LineReading[]): { reading: LineReading; count: number }[] {
  const counted = new Map<string, { reading: LineReading; count: number }>();
  for (const reading of votes) {
    const text = textOf(reading);
    const known = counted.get(text);
    if (known) known.count++;
    else counted.set(text, { reading, count: 1 });
  }
  return [...counted.values()].sort((a, b) => b.count - a.count);
}

const countOf = (votes: readonly LineReading[]): number => ranked(votes)[0]?.count ?? 0;

const textOf = (reading: LineReading): string => squeezed(lineOf(reading)?.text ?? '');

function signIn(box: TextBox | undefined, left: number | null): Glyph[] {
  if (!box || left === null) return [];
  // It was seen, not read from a text layer.
  const place = { left, right: box.right, baseline: box.bottom, size: heightOf(box) };
  return [{ text: '㎡', ...place, confidence: 0.9 }];
}
