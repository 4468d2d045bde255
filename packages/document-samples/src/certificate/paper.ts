import type { Entry, Line } from '../register/register.ts';
import type { Heading } from './columns.ts';
import type { Style } from './style.ts';

export interface Row {
  readonly cells: readonly (readonly Line[])[];
  /** The entry that is printed here. */
  readonly entry: Entry | null;
  /** It stands in one box with the row above. */
  readonly joinsAbove?: boolean;
}

export interface Table extends Heading {
  /** Lines between the heading and the table. */
  readonly preamble: readonly string[];
  readonly rows: readonly Row[];
  /** Printed in place of the table when it has no rows. */
  readonly emptyText: string;
}

/** Everything a certificate prints, in order, before it is laid out on pages. */
export interface Certificate {
  readonly title: string;
  readonly kindLine: string | null;
  readonly uniqueNumber: string;
  readonly subject: string;
  readonly notice: string | null;
  readonly tables: readonly Table[];
  readonly office: string;
  readonly notes: readonly string[];
  readonly watermark: string | null;
  readonly footer: readonly string[];
  readonly summary: Summary | null;
  readonly style: Style;
}

/** 주요 등기사항 요약: what lives, told once more in shorter words and with other labels. */
export interface Summary {
  readonly tables: readonly Table[];
  readonly printedAt: string;
}
