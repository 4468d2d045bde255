import type { LedgerRow } from '@dungji/contracts';
import { z } from 'zod';

/** An answer of the building-ledger API, whichever of its many forms it took. */
export type OpenApiAnswer =
  | { readonly type: 'rows'; readonly rows: LedgerRow[]; readonly totalCount: number }
  /** `code`: the service's own, from whichever envelope it came in. */
  | { readonly type: 'error'; readonly code: string }
  /** No envelope at all: a proxy's page, a text, half a document. */
  | { readonly type: 'unknown' };

const Text = z.union([z.string(), z.number()]).transform(String);
const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Row = z.record(z.string(), Cell).transform(tidyRow);
/** Many rows are a list, one is an object, none is an empty text. */
const Items = z.union([
  z.object({ item: z.union([z.array(Row), Row.transform((row) => [row])]) }).transform(({ item }) => item),
  z.union([z.literal(''), z.null(), z.object({}).strict(), z.tuple([])]).transform((): LedgerRow[] => []),
]);
const Header = z.object({ resultCode: Text });
const Body = z.object({ items: Items.default([]), totalCount: z.coerce.number().int().min(0) });
const Gateway = z.object({
  OpenAPI_ServiceResponse: z.object({ cmmMsgHeader: z.object({ returnReasonCode: Text }) }),
});
const Enveloped = z.object({ response: z.object({ header: Header, body: z.unknown().optional() }) });

const OK_CODES = ['00', '000', '0'];
/** NODATA: said as an error, meant as no rows. */
const EMPTY_CODES = ['03', '3'];

/** Reads an answer: JSON or XML, right or wrong, whatever was asked for and whatever the status said. */
export function readAnswer(text: string): OpenApiAnswer {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) return readXml(trimmed);
  const json = parseJson(trimmed);
  const enveloped = Enveloped.safeParse(json).data?.response;
  if (enveloped) return judge(enveloped.header.resultCode, Body.safeParse(enveloped.body).data);
  const gateway = Gateway.safeParse(json).data;
  if (gateway) return judge(gateway.OpenAPI_ServiceResponse.cmmMsgHeader.returnReasonCode, undefined);
  const flat = Header.safeParse(json).data;
  return flat ? judge(flat.resultCode, undefined) : { type: 'unknown' };
}

function judge(code: string, body: z.infer<typeof Body> | undefined): OpenApiAnswer {
  if (EMPTY_CODES.includes(code)) return { type: 'rows', rows: [], totalCount: 0 };
  if (!OK_CODES.includes(code)) return { type: 'error', code };
  return body ? { type: 'rows', rows: body.items, totalCount: body.totalCount } : { type: 'unknown' };
}

const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Integers of so many digits need not be what they were once they are doubles. */
const LONG_NUMBER = /^-?\d{16,}$/;

/** JSON.parse, but long numbers come as texts, digit by digit as they were sent. Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(TEXT_OR_NUMBER, (found) => (LONG_NUMBER.test(found) ? `"${found}"` : found)),
    );
  } catch {
    return undefined;
  }
}

function readXml(xml: string): OpenApiAnswer {
  const code = textOf(xml, 'returnReasonCode') ?? textOf(xml, 'resultCode');
  if (code === null) return { type: 'unknown' };
  const total = textOf(xml, 'totalCount');
  const items = [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, inner = '']) => rowOfXml(inner));
  return judge(
    code,
    total === null ? undefined : Body.safeParse({ items: { item: items }, totalCount: total }).data,
  );
}

const textOf = (xml: string, tag: string): string | null =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.trim() ?? null;

/** Items are flat: one element a column. */
const rowOfXml = (inner: string): Record<string, string> =>
  Object.fromEntries(
    [...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [
      name,
      unescapeXml(value),
    ]),
  );

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescapeXml = (text: string): string =>
  text.replace(/&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

function tidyRow(row: Record<string, z.infer<typeof Cell>>): LedgerRow {
  const entries = Object.entries(row).map(([name, value]) => [name, tidy(value)] as const);
  return Object.fromEntries(entries);
}

/** Blanks are written as one space. Control characters mean nothing, and Postgres cannot hold each of them. */
function tidy(value: z.infer<typeof Cell>): string | null {
  const text =
    value === null
      ? ''
      : String(value)
          .replace(/\p{Cc}/gu, ' ')
          .trim();
  return text === '' ? null : text;
}
