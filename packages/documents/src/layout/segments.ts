import type { Segment } from './page-layout.ts';

/** Strokes of outlined letters are shorter than a letter; the frame of a table is not. */
const TABLE_LINE_POINTS = 15;

export const isTableLine = (line: Segment): boolean => line.to - line.from >= TABLE_LINE_POINTS;
