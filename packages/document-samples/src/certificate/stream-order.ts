import type { Mark, Measure, Page, TextMark } from '../print/page.ts';
import type { Style } from './style.ts';

/** Puts the marks of a page in the order and the portions in which a program writes them. What is seen stays the same. */
export function inStreamOrder(
  marks: readonly Mark[],
  style: Style,
  measure: Measure,
  watermark: Mark | null,
): Page {
  const ordered = style.order === 'cells' ? [...marks] : sorted(marks, style.order);
  // After the fills at least, or a column header would hide it.
  const at = { first: 0, middle: Math.floor(ordered.length / 2), last: ordered.length }[style.watermark];
  if (watermark) ordered.splice(at, 0, watermark);
  return ordered.flatMap((mark) =>
    mark.type === 'text' && style.runs !== 'lines' ? portions(mark, style.runs, measure) : [mark],
  );
}

/** Everything that is no text first; then line by line from left to right, or all that begins at the left before all further right. */
function sorted(marks: readonly Mark[], order: 'rows' | 'columns'): Mark[] {
  const texts = marks.filter((mark): mark is TextMark => mark.type === 'text');
  const rest = marks.filter((mark) => mark.type !== 'text');
  const across = (one: TextMark, two: TextMark) => one.y - two.y || one.x - two.x;
  const down = (one: TextMark, two: TextMark) => one.x - two.x || one.y - two.y;
  return [...rest, ...texts.sort(order === 'rows' ? across : down)];
}

function portions(mark: TextMark, runs: 'words' | 'letters', measure: Measure): TextMark[] {
  const parts = runs === 'words' ? mark.text.split(/(?<= )/u) : [...mark.text];
  let x = mark.x;
  return parts.flatMap((text) => {
    const portion = { ...mark, x, text };
    x += measure(text, mark.size);
    return text.trim() ? [portion] : [];
  });
}
