import { squeezed, type TextLine } from '../layout/text-lines.ts';
import type { TableName } from './headings.ts';

/**
 * Heights from which on lines belong to a new row: at each border, at each further rank between two borders (the first
 * one may stand in the middle of its row), and at the purpose of a sub-row.
 */
export function rowStarts(
  cells: readonly { line: TextLine; column: number }[],
  borders: readonly number[],
  table: TableName,
): number[] {
  const starts = new Set<number>([Number.NEGATIVE_INFINITY]);
  const hasRights = table === '갑구' || table === '을구';
  let box = -1;
  let boxFrom = 0;
  let ranks = 0;
  let purpose = '';
  for (const { line, column } of cells) {
    const text = squeezed(line.text);
    const top = line.baseline - line.size * 0.45;
    const inBox = borders.filter((at) => at < line.baseline - line.size * 0.3).length;
    if (inBox !== box) {
      if (box >= 0) starts.add(top);
      box = inBox;
      boxFrom = line.baseline;
      ranks = 0;
      purpose = '';
    }
    // Names in the summary may take several lines; each owner has one share.
    const isRank = table === '요약소유' ? column === 2 : column === 0 && RANK.test(text);
    if (isRank) {
      const isFramed = borders.length > 1;
      if (!isFramed || ranks > 0) {
        starts.add(top);
        purpose = '';
      }
      ranks++;
    }
    if (column === 1 && hasRights) {
      // What stands above it without a purpose is the end of a row of the page before.
      const isBelow = purpose !== '' || line.baseline - boxFrom > line.size * 0.5;
      if (isBelow && isSubRow(text, purpose)) {
        starts.add(top);
        purpose = '';
      }
      purpose += text;
    }
  }
  return [...starts].sort((a, b) => a - b);
}

/** `1`, `1-1`, `1 (전 1)`; recognition may add a stray mark. */
const RANK = /^\d{1,3}(-\d{1,3}){0,2}(\(전\d{1,3}(-\d{1,3})?\))?$/;
/** Entries that stand below another one without a rank of their own: trusts, and the transfer that a 가등기 secured. */
const TRUST_ROW = /^(신탁$|신탁재산|\d+(-\d+)?번신탁|신탁등기말소)/;

/** Whether an entry without a rank begins here, below one of that purpose. */
export const isSubRow = (text: string, purpose: string): boolean =>
  TRUST_ROW.test(text) || (/^소유권이전$/.test(text) && /가등기$/.test(purpose));
