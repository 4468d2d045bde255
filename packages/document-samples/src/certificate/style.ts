import type { Typeface } from '../print/font.ts';
import { type Draw, drawFrom } from '../random.ts';

/** How one program prints: what differs between certificates that say the same. */
export interface Style {
  readonly typeface: Typeface;
  /** `등기사항전부증명서(말소사항포함)-토지`, as some resellers print it. */
  readonly tightTitle: boolean;
  /** `【 갑        구 】` */
  readonly wideHeadings: boolean;
  /** A section without entries: a line in the table, other words, or no section at all. */
  readonly empty: 'spaced' | 'plain' | 'absent';
  readonly summaryTime: 'spoken' | 'spaced';
  /** Beside the viewing time, or on a line of its own. */
  readonly pageNumber: 'same-line' | 'own-line';
  /** When the watermark comes in the stream of a page's text. */
  readonly watermark: 'first' | 'middle' | 'last';
  /** How much text one drawing operation holds. */
  readonly runs: 'lines' | 'words' | 'letters';
  /** Cell by cell, line by line across the columns, or column by column down the page. */
  readonly order: 'cells' | 'rows' | 'columns';
  /** Rows go on on the next page instead of moving there whole. */
  readonly splitsRows: boolean;
  /** Between any two letters, or at spaces where they fit. */
  readonly wraps: 'anywhere' | 'at-spaces';
  readonly bodySize: number;
  /** Strikes are lost when a program drops red lines; patchy when it drops some. Only of entries whose cancellation has a row. */
  readonly strikes: 'kept' | 'lost' | 'patchy';
  /** Entries without a rank, like a trust, stand in one box with the entry they belong to. */
  readonly joinsRows: boolean;
  /** `1 (전 1)` or on two lines. */
  readonly formerRankApart: boolean;
  readonly oldPlaceTitle: boolean;
  /** How much each column's width differs from the usual, in hundredths of the table. */
  readonly columnShift: number;
}

export const PLAIN_STYLE: Style = {
  typeface: 'gothic',
  tightTitle: false,
  wideHeadings: false,
  empty: 'spaced',
  summaryTime: 'spoken',
  pageNumber: 'same-line',
  watermark: 'first',
  runs: 'lines',
  order: 'cells',
  splitsRows: false,
  wraps: 'at-spaces',
  bodySize: 9,
  strikes: 'kept',
  joinsRows: false,
  formerRankApart: true,
  oldPlaceTitle: false,
  columnShift: 0,
};

export function imagineStyle(seed: string): Style {
  const draw: Draw = drawFrom(`style:${seed}`);
  return {
    tightTitle: draw.chance(12),
    wideHeadings: draw.chance(30),
    empty: draw.pick(['spaced', 'spaced', 'plain', 'absent']),
    summaryTime: draw.pick(['spoken', 'spoken', 'spaced']),
    pageNumber: draw.pick(['same-line', 'own-line']),
    watermark: draw.pick(['first', 'middle', 'last']),
    runs: draw.pick(['lines', 'lines', 'words', 'letters']),
    order: draw.pick(['cells', 'rows', 'columns']),
    splitsRows: draw.chance(50),
    wraps: draw.pick(['anywhere', 'at-spaces']),
    bodySize: draw.pick([8.5, 9, 9, 10]),
    strikes: 'kept',
    formerRankApart: draw.chance(50),
    oldPlaceTitle: draw.chance(20),
    columnShift: draw.integer(-2, 2),
    typeface: draw.pick(['gothic', 'batang']),
    joinsRows: draw.chance(50),
  };
}
