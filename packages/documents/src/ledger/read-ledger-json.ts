import type { LedgerView } from '@dungji/contracts';
import { isoDayOf } from '../registry/days.ts';

type Item = Record<string, unknown>;

/** Identifiers have up to 22 digits, which numbers do not keep. */
const LONG_NUMBER = /([:[,]\s*)(\d{16,})(?=\s*[,}\]])/g;
/** Answers are objects in objects; deeper than this is none of them. */
const DEPTH_MAX = 12;
const ITEMS_MAX = 50_000;

/**
 * A building ledger from the answers of the open API (건축HUB), one or several operations in one JSON text.
 * null: nothing of a ledger is in it, as in an error's envelope.
 *
 * @param asOf the day of the answer, `2026-03-01`
 */
export function readLedgerJson(json: string, asOf: string | null): LedgerView | null {
  let root: unknown;
  try {
    root = JSON.parse(json.replace(LONG_NUMBER, '$1"$2"'));
  } catch {
    return null;
  }
  const items: Item[] = [];
  collect(root, items, 0);
  const homes = items.filter((item) => text(item.mainAtchGbCd) !== '1');
  const title =
    homes.find((item) => text(item.useAprDay) !== null || number(item.totArea) !== null) ??
    homes.find((item) => text(item.mainPurpsCdNm) !== null);
  const unit = unitRows(homes);
  const first = title ?? unit[0] ?? homes[0];
  if (!first) return null;
  const area = unit.length === 0 ? null : unit.reduce((sum, item) => sum + (number(item.area) ?? 0), 0);
  return {
    title: [text(first.regstrGbCdNm), text(first.regstrKindCdNm)].filter(Boolean).join(' ') || null,
    address: text(first.platPlc),
    roadAddress: text(first.newPlatPlc),
    unit: text(unit[0]?.hoNm),
    mainUse:
      text(unit[0]?.etcPurps) ??
      text(unit[0]?.mainPurpsCdNm) ??
      text(title?.etcPurps) ??
      text(title?.mainPurpsCdNm),
    structure: text(unit[0]?.strctCdNm) ?? text(title?.strctCdNm),
    exclusiveAreaM2: area && area > 0 ? Math.round(area * 10_000) / 10_000 : null,
    approvedOn: dayOf(title?.useAprDay),
    households:
      [title?.hhldCnt, title?.fmlyCnt, title?.hoCnt]
        .map(number)
        .find((count) => count !== null && count > 0) ?? null,
    // No operation of the API has a field for it.
    violation: 'UNKNOWN',
    violationHistory: [],
    officialPrice: newestPrice(items, unit[0]),
    source: 'OPEN_API',
    asOf,
    pages: 0,
    complete: true,
    doubts: [],
  };
}

/** `items: {item: […]}`, `{item: {…}}` for one, `''` for none. */
function collect(node: unknown, items: Item[], depth: number): void {
  if (typeof node !== 'object' || node === null || depth > DEPTH_MAX || items.length >= ITEMS_MAX) return;
  if (Array.isArray(node)) {
    for (const each of node) collect(each, items, depth + 1);
    return;
  }
  if ('sigunguCd' in node || 'mgmBldrgstPk' in node) items.push(node as Item);
  else for (const each of Object.values(node)) collect(each, items, depth + 1);
}

/** The own areas (전유) of one single unit; several units are the whole building, which tells nothing about one. */
function unitRows(items: readonly Item[]): Item[] {
  const own = items.filter(
    (item) => text(item.exposPubuseGbCdNm) === '전유' || text(item.exposPubuseGbCd) === '1',
  );
  const units = new Set(own.map((item) => `${text(item.dongNm)}/${text(item.hoNm)}`));
  return units.size === 1 ? own : [];
}

/** The base day is stdDay; crtnDay is the day the ledger was made. */
function newestPrice(items: readonly Item[], unit: Item | undefined): LedgerView['officialPrice'] {
  let newest: LedgerView['officialPrice'] = null;
  for (const item of items) {
    const amountKrw = number(item.hsprc);
    const baseDay = dayOf(item.stdDay);
    const isOwn = unit !== undefined && text(unit.mgmBldrgstPk) === text(item.mgmBldrgstPk);
    if (amountKrw && baseDay && isOwn && (newest === null || baseDay > newest.baseDay))
      newest = { amountKrw, baseDay };
  }
  return newest;
}

/** `yyyymmdd`; a day of `00` was never recorded. */
function dayOf(value: unknown): string | null {
  const digits = text(value);
  return digits && /^\d{8}$/.test(digits) ? isoDayOf(digits) : null;
}

/** Blanks are `" "`. */
function text(value: unknown): string | null {
  const plain = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return plain === '' ? null : plain;
}

function number(value: unknown): number | null {
  const plain = text(value);
  return plain !== null && /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
