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
/**
 * How many of three must say the same of an ordinary line, and how many of five of one on which much depends. Whose a home
 * is, and which home, all of them must say: a name that lost a rare syllable looks as good as any other.
 */
const VOTES = 2;
const WEIGHTY_VOTES = 3;
const NUMBER_VOTES = 4;
const IDENTITY_VOTES = SIZES.length;

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
    const own = votes[box] ?? [];
    const [best, other] = ranked(own, signs[box] !== null);
    const texts = own.map(textOf);
    const isNumber = signs[box] !== null || texts.some((text) => NUMBER.test(text));
    const needed = texts.some((text) => IDENTITY.test(text) || NAMED.test(text))
      ? IDENTITY_VOTES
      : isNumber
        ? NUMBER_VOTES
        : weighty.includes(box)
          ? WEIGHTY_VOTES
          : VOTES;
    if (!best) continue;
    const sign = signIn(boxes[box], signs[box] ?? null);
    one.set(box, [...best.reading, ...sign]);
    if (best.count >= needed) two.set(box, [...best.reading, ...sign]);
    else if (other) two.set(box, [...other.reading, ...sign]);
  }
  return { one, two };
}

/** Lines in which a wrong letter makes another document of it: headings, ranks, what is cancelled, whose it is. */
const isWeighty = (reading: LineReading): boolean =>
  WEIGHTY.test(textOf(reading)) || NAMED.test(textOf(reading));
const WEIGHTY =
  /\d[.,]\d{3}|\d{7}|고유번호|원$|\d번|분의|^\d{1,3}(-\d{1,3})*$|제\S*\d+[층호]|[【】]|목록|\d{6}-/;

interface Vote {
  readonly reading: LineReading;
  readonly count: number;
}

/**
 * What was read, the most frequent first; readings that came first go before others as frequent. Of amounts, areas and
 * numbers the digits are counted, whatever the letters around them; of names what stands before the number of the person.
 */
function ranked(votes: readonly LineReading[], isArea = false): Vote[] {
  const groups = new Map<string, LineReading[]>();
  for (const reading of votes) {
    const text = textOf(reading);
    const key =
      isArea || NUMBER.test(text)
        ? text.replace(/\D/g, '')
        : NAMED.test(text)
          ? text.replace(NUMBER_OF_PERSON, '').replace(/[^\p{L}\d]/gu, '')
          : text;
    groups.set(key, [...(groups.get(key) ?? []), reading]);
  }
  return [...groups.values()]
    .map((same) => ({ reading: mostFrequent(same), count: same.length }))
    .sort((a, b) => b.count - a.count);
}

/** Amounts and numbers; resident numbers are masked, and those of companies are not kept. */
const NUMBER = /\d[.,]\d{3}|금\d.*원$|^고유번호/;
const IDENTITY = /^고유번호/;
/** Lines that name somebody: an owner, the new name of one, whoever has a number behind the name. */
const NAMED = /[소공합]유자|수탁자|성명|명칭\(|상호|[가-힣]\d{6}-/;
/** To the end of the line; some of its digits may be lost. */
const NUMBER_OF_PERSON = /\d{5}.*$/;

function mostFrequent(readings: readonly LineReading[]): LineReading {
  const texts = readings.map(textOf);
  const countOfText = (text: string) => texts.filter((each) => each === text).length;
  return readings.reduce((best, each) =>
    countOfText(textOf(each)) > countOfText(textOf(best)) ? each : best,
  );
}

const countOf = (votes: readonly LineReading[]): number => ranked(votes)[0]?.count ?? 0;

const textOf = (reading: LineReading): string => squeezed(lineOf(reading)?.text ?? '');

function signIn(box: TextBox | undefined, left: number | null): Glyph[] {
  if (!box || left === null) return [];
  // It was seen, not read from a text layer.
  const place = { left, right: box.right, baseline: box.bottom, size: heightOf(box) };
  return [{ text: '㎡', ...place, confidence: 0.9 }];
}
