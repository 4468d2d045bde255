import type { Response } from 'express';

/** A value as the service writes it; LongId is a number with more digits than a double holds, and no quotes around it. */
export type Value = string | number | LongId;
export type WireRow = Readonly<Record<string, Value>>;

export class LongId {
  constructor(readonly digits: string) {}
}

export interface PageOfRows {
  readonly rows: readonly WireRow[];
  readonly totalCount: number;
  readonly pageNo: number;
  readonly numOfRows: number;
}

/** A right answer: many rows as a list, one as an object, none as an empty text. */
export function sendRows(response: Response, page: PageOfRows, form: 'json' | 'xml'): void {
  if (form === 'xml') response.type('xml').send(toXml(page));
  else response.type('json').send(toJson(page));
}

function toJson({ rows, totalCount, pageNo, numOfRows }: PageOfRows): string {
  const items =
    rows.length === 0 ? '""' : `{"item":${rows.length === 1 ? rowJson(rows[0]) : listJson(rows)}}`;
  return (
    `{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL SERVICE"},"body":{"items":${items},` +
    `"numOfRows":"${numOfRows}","pageNo":"${pageNo}","totalCount":"${totalCount}"}}}`
  );
}

const listJson = (rows: readonly WireRow[]): string => `[${rows.map(rowJson).join(',')}]`;

const rowJson = (row: WireRow = {}): string =>
  `{${Object.entries(row)
    .map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${value instanceof LongId ? value.digits : JSON.stringify(value)}`,
    )
    .join(',')}}`;

function toXml({ rows, totalCount, pageNo, numOfRows }: PageOfRows): string {
  const items = rows.length === 0 ? '<items/>' : `<items>${rows.map(rowXml).join('')}</items>`;
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><response><header><resultCode>00</resultCode>' +
    `<resultMsg>NORMAL SERVICE</resultMsg></header><body>${items}<numOfRows>${numOfRows}</numOfRows>` +
    `<pageNo>${pageNo}</pageNo><totalCount>${totalCount}</totalCount></body></response>`
  );
}

const rowXml = (row: WireRow): string =>
  `<item>${Object.entries(row)
    .map(
      ([name, value]) =>
        `<${name}>${escapeXml(value instanceof LongId ? value.digits : String(value))}</${name}>`,
    )
    .join('')}</item>`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
