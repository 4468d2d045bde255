import type { Glyph, PageLayout, Segment } from '../layout/page-layout.ts';
import { lineOf } from '../layout/text-lines.ts';
import { dustOff } from './dust.ts';
import { linesOf } from './lines.ts';
import { darkOf, leaveLetters, type PictureLines, pictureLines, skewOf } from './picture-lines.ts';
import type { Recogniser } from './recognise.ts';
import { type Sheet, turned, whitenPaper } from './sheet.ts';
import { heightOf, type TextBox, textBoxes } from './text-boxes.ts';
import { type Readings, readTwice } from './vote.ts';

/** A page that was recognised more than once: what both layouts say can be trusted. */
export interface RecognisedPage {
  readonly text: string;
  readonly layout: PageLayout;
  readonly again: PageLayout;
}

const SKEW_MIN_DEGREES = 0.08;
const A4_WIDTH_POINTS = 595;

/**
 * Recognises a page from its pixels: straightened, its lines found, red strikes and borders taken away, the text of each
 * cell read line by line.
 *
 * @param sheet is used up
 * @param points size of the page in points; null for a picture, which is taken for a sheet of A4
 */
export async function readPicture(
  sheet: Sheet,
  points: { width: number; height: number } | null,
  recogniser: Recogniser,
  onProgress: () => Promise<void>,
): Promise<RecognisedPage> {
  const width = points?.width ?? A4_WIDTH_POINTS;
  const { page, lines, boxes } = lettersOf(sheet, width);
  await onProgress();
  const { one, two } = await readTwice(page, boxes, recogniser, onProgress);
  const perPoint = page.width / width;
  const layoutOf = (readings: Readings): PageLayout => ({
    width,
    height: page.height / perPoint,
    glyphs: glyphsOf(readings, perPoint),
    strikes: lines.strikes.map(inPoints(perPoint)),
    levels: lines.levels.map(inPoints(perPoint)),
    uprights: lines.uprights.map(inPoints(perPoint)),
    method: 'OCR',
  });
  return { text: textOf(one, boxes), layout: layoutOf(one), again: layoutOf(two) };
}

/** The page with nothing but letters on it, and what else there was. */
function lettersOf(sheet: Sheet, width: number): { page: Sheet; lines: PictureLines; boxes: TextBox[] } {
  whitenPaper(sheet);
  let page = sheet;
  let dark = darkOf(page);
  const degrees = skewOf(dark, page);
  if (Math.abs(degrees) >= SKEW_MIN_DEGREES) {
    page = turned(page, -degrees);
    dark = darkOf(page);
  }
  const perPoint = page.width / width;
  const lines = pictureLines(page, dark, perPoint);
  leaveLetters(page, dark, lines, perPoint);
  dustOff(page, perPoint);
  return { page, lines, boxes: textBoxes(page, lines, perPoint) };
}

const inPoints =
  (perPoint: number) =>
  ({ from, to, at }: Segment): Segment => ({
    from: from / perPoint,
    to: to / perPoint,
    at: at / perPoint,
  });

const glyphsOf = (readings: Readings, perPoint: number): Glyph[] =>
  [...readings.values()].flat().map((glyph) => ({
    ...glyph,
    left: glyph.left / perPoint,
    right: glyph.right / perPoint,
    baseline: glyph.baseline / perPoint,
    size: glyph.size / perPoint,
  }));

const textOf = (readings: Readings, boxes: readonly TextBox[]): string =>
  linesOf(
    [...readings].flatMap(([index, glyphs]) => {
      const box = boxes[index];
      const line = lineOf(glyphs);
      if (!box || !line) return [];
      return {
        text: line.text,
        x: box.left,
        y: -box.bottom,
        width: box.right - box.left,
        size: heightOf(box),
        level: true,
      };
    }),
  );
