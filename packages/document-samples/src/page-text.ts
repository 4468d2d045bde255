import { type Page, type TextMark, WATERMARK_GRAY } from './print/page.ts';

/** Baselines this close are one line, in points. */
const LINE_TOLERANCE = 2;

/** What a page shows, line by line from top to bottom, the watermark left out. */
export function pageText(page: Page): string {
  const texts = page.filter(
    (mark): mark is TextMark => mark.type === 'text' && mark.color !== WATERMARK_GRAY,
  );
  const lines: TextMark[][] = [];
  for (const mark of texts.sort((one, two) => one.y - two.y || one.x - two.x)) {
    const line = lines.at(-1);
    if (line?.[0] && Math.abs(line[0].y - mark.y) <= LINE_TOLERANCE) line.push(mark);
    else lines.push([mark]);
  }
  return lines
    .map((line) =>
      line
        .sort((one, two) => one.x - two.x)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n');
}
