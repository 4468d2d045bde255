import { createHash } from 'node:crypto';
import { readAddress } from '../portal/address.ts';
import { type Place, placeOf, TOWNS } from '../portal/records.ts';

/** A lot as the open APIs name it. */
export interface LotCodes {
  readonly sigunguCd: string;
  readonly bjdongCd: string;
  readonly platGbCd: string;
  readonly bun: string;
  readonly ji: string;
}

export interface Lot extends Place {
  readonly codes: LotCodes;
}

export const lotKey = ({ sigunguCd, bjdongCd, platGbCd, bun, ji }: LotCodes): string =>
  [sigunguCd, bjdongCd, platGbCd, bun, ji].join('-');

/** A lot as people write it: `가상동 산 12-3`. */
const TYPED_LOT = /^(.*?(\S+(?:동|리|가)))\s+(산\s*)?(\d+)(?:-(\d+))?(?:번지)?$/u;

/**
 * The lot of an address: of a road address the same one as in the registry portal. Codes of 119xx belong to no real
 * district.
 */
export function lotOf(typed: string): Lot {
  const address = readAddress(typed);
  const place = placeOf(address);
  const isTyped = TYPED_LOT.test(address.road);
  const lotAddress = isTyped ? address.road : place.lotAddress;
  const [, , town = '', mountain, bun = '1', ji = '0'] = TYPED_LOT.exec(lotAddress) ?? [];
  const towns: readonly string[] = TOWNS;
  const known = towns.indexOf(town) + 1;
  return {
    ...place,
    lotAddress,
    roadAddress: isTyped ? `${address.region} 둥지로 ${Number(bun)}` : place.roadAddress,
    codes: {
      sigunguCd: `119${twoDigits(address.region)}`,
      bjdongCd: known > 0 ? `1${String(known).padStart(2, '0')}00` : `2${twoDigits(town)}00`,
      platGbCd: mountain ? '1' : '0',
      bun: bun.padStart(4, '0'),
      ji: ji.padStart(4, '0'),
    },
  };
}

const twoDigits = (name: string): string =>
  String(createHash('sha256').update(name).digest().readUInt32LE(0) % 100).padStart(2, '0');

/** Lots that somebody searched for; the ledger is asked by codes alone. The oldest are forgotten first. */
export class KnownLots {
  readonly #lots = new Map<string, Lot>();

  add(lot: Lot): void {
    this.#lots.set(lotKey(lot.codes), lot);
    if (this.#lots.size <= LOTS_MAX) return;
    const [oldest] = this.#lots.keys();
    if (oldest !== undefined) this.#lots.delete(oldest);
  }

  find(codes: LotCodes): Lot | undefined {
    return this.#lots.get(lotKey(codes));
  }

  clear(): void {
    this.#lots.clear();
  }
}

const LOTS_MAX = 10_000;
