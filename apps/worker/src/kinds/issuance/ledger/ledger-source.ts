import { type LedgerRecord, type LedgerRow, LotCodes } from '@dungji/contracts';
import { z } from 'zod';
import { TaskFailure } from '../../../task-failure.ts';
import type { Address } from '../portal.ts';
import type { AddressSearch } from './address-search.ts';
import type { BuildingHub } from './building-hub.ts';
import { isDivided, pickAreas, pickTitle } from './pick-home.ts';

/** Which building of which lot. Written down once found, so that a later attempt goes on with the same one. */
export const ChosenHome = z.object({
  lot: LotCodes,
  mgmBldrgstPk: z.string(),
  dongNm: z.string().nullable(),
});
export type ChosenHome = z.infer<typeof ChosenHome>;

/**
 * Where ledgers come from. Every method is bounded in time and throws TaskFailure: PORTAL_DOWN, AUTOMATION_FAILED or
 * ADDRESS_NOT_FOUND.
 */
export interface LedgerSource {
  findLot(address: Address, signal: AbortSignal): Promise<LotCodes>;
  /** The building of the lot that the address means. */
  choose(lot: LotCodes, address: Address, signal: AbortSignal): Promise<ChosenHome>;
  /** Everything that the ledger says about the home. */
  fetch(home: ChosenHome, address: Address, signal: AbortSignal): Promise<LedgerRecord>;
}

/** Buildings of one lot: the largest complexes have some two hundred. */
const TITLES_MAX = 2_000;
/** A complex of 5,000 units with ten rows each; more is no home. */
const AREAS_MAX = 50_000;
/** Prices are a help, not the document: they are left out where a hundred calls would be needed for them. */
const PRICES_MAX = 5_000;

export function openLedgerSource({ search, hub }: { search: AddressSearch; hub: BuildingHub }): LedgerSource {
  const titlesOf = async (lot: LotCodes, { detailAddress: detail }: Address, signal: AbortSignal) =>
    (await hub.rowsOf('getBrTitleInfo', lot, { rowsMax: TITLES_MAX, detail, signal })) ??
    notFound('too many buildings');

  return {
    findLot: ({ roadAddress }, signal) => search.findLot(roadAddress, signal),

    async choose(lot, address, signal) {
      const titles = await titlesOf(lot, address, signal);
      const title = pickTitle(titles, address.detailAddress);
      if (!title?.mgmBldrgstPk) return notFound(`none or several of ${titles.length} buildings`);
      return { lot, mgmBldrgstPk: title.mgmBldrgstPk, dongNm: title.dongNm ?? null };
    },

    async fetch({ lot, mgmBldrgstPk, dongNm }, address, signal) {
      const titles = await titlesOf(lot, address, signal);
      const title =
        titles.find((row) => row.mgmBldrgstPk === mgmBldrgstPk) ?? notFound('the building is gone');
      const record = { fetchedAt: new Date().toISOString(), lot, title };
      if (!isDivided(title)) return { ...record, areas: [], prices: null };

      const detail = address.detailAddress;
      const all = await hub.rowsOf('getBrExposPubuseAreaInfo', lot, {
        dongNm,
        rowsMax: AREAS_MAX,
        detail,
        signal,
      });
      const areas = pickAreas(all ?? [], title, detail) ?? notFound('no such unit, or several');
      return { ...record, areas, prices: await pricesOf(hub, lot, areas, detail, signal) };
    },
  };
}

/** Official prices of the unit. Null for whatever kept them away: the ledger itself is complete without them. */
async function pricesOf(
  hub: BuildingHub,
  lot: LotCodes,
  areas: readonly LedgerRow[],
  detail: string,
  signal: AbortSignal,
): Promise<LedgerRow[] | null> {
  const unitId = areas[0]?.mgmBldrgstPk;
  try {
    const all = await hub.rowsOf('getBrHsprcInfo', lot, { rowsMax: PRICES_MAX, detail, signal });
    return all?.filter((row) => row.mgmBldrgstPk === unitId) ?? null;
  } catch (error) {
    if (error instanceof TaskFailure) return null;
    throw error;
  }
}

function notFound(what: string): never {
  throw new TaskFailure('ADDRESS_NOT_FOUND', { cause: new Error(what) });
}
