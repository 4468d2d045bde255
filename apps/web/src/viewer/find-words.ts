/** A piece of text on a page; its place in shares of the page from the top left. */
export interface Word {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Place = Omit<Word, 'text'>;

const squeezed = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

/** Two pieces belong to one line when their middles are closer than this share of the page: half a line of body text. */
const SAME_LINE = 0.006;
/** A line of one short word proves nothing. */
const WORDS_MIN = 2;
/** Lines of one row of a table follow each other within this share of the page. */
const SAME_ROW = 0.03;

/**
 * Where some words stand on a page, when their place was not recorded. First as they are; else the lines that share most
 * words with them, because columns of a table come out in an order of their own.
 */
export function findWords(words: readonly Word[], sought: string): Place[] {
  const whole = squeezed(sought);
  if (whole === '') return [];
  return findWhole(words, whole) ?? findLines(words, sought);
}

function findWhole(words: readonly Word[], whole: string): Place[] | null {
  const texts = words.map(({ text }) => squeezed(text));
  const start = texts.join('').indexOf(whole);
  if (start < 0) return null;
  let at = 0;
  const found = words.filter((_, index) => {
    const begins = at;
    at += texts[index]?.length ?? 0;
    return at > start && begins < start + whole.length;
  });
  return linesOf(found).map(around);
}

function findLines(words: readonly Word[], sought: string): Place[] {
  const parts = [...new Set(sought.split(/\s+/).map(squeezed))].filter((part) => part.length >= 2);
  const lines = linesOf(words).map((line) => {
    const text = squeezed(line.map((word) => word.text).join(''));
    return { line, score: parts.filter((part) => text.includes(part)).length };
  });
  const best = lines.reduce((most, { score }) => Math.max(most, score), 0);
  if (best < Math.min(WORDS_MIN, parts.length) || best === 0) return [];
  const start = lines.findIndex(({ score }) => score === best);
  const row = [start];
  for (let next = start + 1; next < lines.length && lines[next]?.score; next += 1) {
    const [above, below] = [lines[next - 1]?.line[0], lines[next]?.line[0]];
    if (!above || !below || below.top - above.top > SAME_ROW) break;
    row.push(next);
  }
  return row.flatMap((index) => (lines[index] ? [around(lines[index].line)] : []));
}

/** Pieces by lines, from the top. */
function linesOf(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  const middle = ({ top, height }: Place) => top + height / 2;
  for (const word of [...words].sort((a, b) => middle(a) - middle(b) || a.left - b.left)) {
    const line = lines.at(-1);
    if (line?.[0] && Math.abs(middle(line[0]) - middle(word)) < SAME_LINE) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => line.sort((a, b) => a.left - b.left));
}

function around(line: readonly Word[]): Place {
  const left = Math.min(...line.map((word) => word.left));
  const top = Math.min(...line.map((word) => word.top));
  return {
    left,
    top,
    width: Math.max(...line.map((word) => word.left + word.width)) - left,
    height: Math.max(...line.map((word) => word.top + word.height)) - top,
  };
}
