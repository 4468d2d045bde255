import { type Request, type Response, Router } from 'express';
import { pause } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { Occurrences } from '../portal/occurrences.ts';
import { searchAddress } from './address-search.ts';
import { imagineBuilding } from './building.ts';
import { sendBadKey, sendDown, sendError } from './envelopes.ts';
import { KnownLots, type Lot } from './lots.ts';
import { type PageOfRows, sendRows, type WireRow } from './wire.ts';
import { readLedgerWishes } from './wishes.ts';

/** Where the open APIs hang in the sandbox. */
export const LEDGER_PATH = '/ledger';

/** No secrets: nothing real stands behind them. The second has the letters that get encoded once too often. */
const KEYS = ['sandbox-ledger-key', 'sandbox+ledger/key=='];
const isKnownKey = (key: string | undefined): boolean => key !== undefined && KEYS.includes(key);

/** The service says nothing of it and gives no more, whatever was asked for. */
const ROWS_MAX = 100;
/** What a person typed behind the street. Only a sandbox is told. */
const DETAIL_HEADER = 'x-sandbox-detail';

const ROWS_OF = {
  getBrTitleInfo: 'titles',
  getBrExposPubuseAreaInfo: 'areas',
  getBrHsprcInfo: 'prices',
} as const;

export interface Ledger {
  readonly faults: Faults;
  readonly lots: KnownLots;
  readonly occurrences: Occurrences;
  /** Calls so far, by operation. */
  readonly calls: Map<string, number>;
}

export const createLedger = (faults: Faults): Ledger => ({
  faults,
  lots: new KnownLots(),
  occurrences: new Occurrences(),
  calls: new Map(),
});

export function resetLedger(ledger: Ledger): void {
  ledger.lots.clear();
  ledger.occurrences.clear();
  ledger.calls.clear();
}

/** The building ledger (건축HUB) and the address search before it, in their real wire formats. Mounted at `/ledger`. */
export function ledgerRoutes(ledger: Ledger): Router {
  const router = Router();
  const count = (name: string) => ledger.calls.set(name, (ledger.calls.get(name) ?? 0) + 1);

  router.use(async (_request, response, next) => {
    const { mode, ms } = ledger.faults.of('ledger');
    if (mode === 'down') return sendDown(response);
    if (await pause(response, ms)) next();
  });

  router.get('/addrlink/addrLinkApi.do', (request, response) => {
    count('addrLinkApi');
    searchAddress({ isKnownKey, lots: ledger.lots }, request, response);
  });

  for (const [operation, part] of Object.entries(ROWS_OF)) {
    router.get(`/${operation}`, async (request, response) => {
      count(operation);
      const detail = detailOf(request);
      const wishes = readLedgerWishes(detail ?? '');
      if (!(await pause(response, wishes.slowMs))) return;
      if (wishes.badKey || !isKnownKey(text(request, 'serviceKey'))) return sendBadKey(response);
      const asked = `${detail} ${text(request, 'bun')} ${text(request, 'ji')}`;
      if (wishes.error && ledger.occurrences.withinFirst(wishes.errorTimes, asked))
        return sendError(response, wishes.error);
      const lot = lotFrom(ledger, request);
      if (!lot) return sendError(response, 'parameter');
      const building = imagineBuilding(lot, { detail, violation: wishes.violation });
      const rows = wishes.notFound ? [] : building[part].filter((row) => isWanted(row, request));
      sendRows(
        response,
        pageOf(rows, request),
        wishes.xml || text(request, '_type') !== 'json' ? 'xml' : 'json',
      );
    });
  }
  router.use((_request: Request, response: Response) => sendError(response, 'withdrawn'));
  return router;
}

const text = (request: Request, name: string): string | undefined => {
  const value = request.query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

function detailOf(request: Request): string | null {
  const header = request.get(DETAIL_HEADER);
  if (header === undefined) return null;
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}

/** The lot that the codes name; one that nobody searched for gets an address of its own. */
function lotFrom(ledger: Ledger, request: Request): Lot | null {
  const sigunguCd = text(request, 'sigunguCd') ?? '';
  const bjdongCd = text(request, 'bjdongCd') ?? '';
  if (!/^\d{5}$/u.test(sigunguCd) || !/^\d{5}$/u.test(bjdongCd)) return null;
  const codes = {
    sigunguCd,
    bjdongCd,
    platGbCd: text(request, 'platGbCd') ?? '0',
    bun: text(request, 'bun') ?? '0001',
    ji: text(request, 'ji') ?? '0000',
  };
  const lotAddress = `서울특별시 둥지구 가상동 ${Number(codes.bun)}-${Number(codes.ji)}`;
  const unknown = {
    codes,
    lotAddress,
    roadAddress: `서울특별시 둥지구 둥지로 ${Number(codes.bun)}`,
    buildingName: '둥지타운',
  };
  return ledger.lots.find(codes) ?? unknown;
}

/** Names of a building and a unit narrow the areas, and only those: prices come for the whole lot. */
function isWanted(row: WireRow, request: Request): boolean {
  if (!('exposPubuseGbCd' in row)) return true;
  const [dong, ho] = [text(request, 'dongNm'), text(request, 'hoNm')];
  return (dong === undefined || row.dongNm === dong) && (ho === undefined || row.hoNm === ho);
}

function pageOf(rows: readonly WireRow[], request: Request): PageOfRows {
  const numOfRows = Math.min(Math.max(1, Number(text(request, 'numOfRows')) || 10), ROWS_MAX);
  const pageNo = Math.max(1, Number(text(request, 'pageNo')) || 1);
  const from = (pageNo - 1) * numOfRows;
  return { rows: rows.slice(from, from + numOfRows), totalCount: rows.length, pageNo, numOfRows };
}
