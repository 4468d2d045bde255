import { setTimeout as pause } from 'node:timers/promises';
import type { LotCodes } from '@dungji/contracts';
import { z } from 'zod';
import { TaskFailure } from '../../../task-failure.ts';
import { parseJson } from './open-api-answer.ts';
import { callOpenApi } from './open-api-call.ts';
import { FoundAddress, pickLot, searchable } from './pick-lot.ts';
import { plainKey } from './service-key.ts';

/** The public address search (도로명주소 검색 API): what people write → the codes that ledgers are kept under. */
export interface AddressSearch {
  /**
   * @throws TaskFailure ADDRESS_NOT_FOUND when there is no lot of exactly this address, or more than one; PORTAL_DOWN;
   *   AUTOMATION_FAILED when the key is refused
   */
  findLot(roadAddress: string, signal: AbortSignal): Promise<LotCodes>;
}

const OPERATION = 'addrLinkApi';
const CALL_TIMEOUT_MS = 15_000;
const COUNT_PER_PAGE = 100;
/** An address that begins like three hundred others is not one. */
const PAGES_MAX = 3;
/** Under load a good key was seen to be refused; a moment later it was good again. */
const KEY_REFUSALS_MAX = 2;
const KEY_PAUSE_MS = 500;

const Answer = z.object({
  results: z.object({
    common: z.object({ errorCode: z.string(), totalCount: z.coerce.number().int().min(0) }),
    juso: z.array(FoundAddress).nullish(),
  }),
});

/** E0001: not an approved key. E0014: the trial of the key is over. */
const KEY_REFUSED = ['E0001', 'E0014'];

export function openAddressSearch(options: { readonly url: string; readonly key: string }): AddressSearch {
  const confmKey = plainKey(options.key);

  async function search(keyword: string, page: number, signal: AbortSignal) {
    for (let refusals = 1; ; refusals += 1) {
      const { text } = await callOpenApi({
        operation: OPERATION,
        url: options.url,
        params: {
          confmKey,
          keyword,
          currentPage: String(page),
          countPerPage: String(COUNT_PER_PAGE),
          resultType: 'json',
        },
        timeoutMs: CALL_TIMEOUT_MS,
        signal,
      });
      const results = Answer.safeParse(parseJson(text)).data?.results;
      if (!results) throw failure('PORTAL_DOWN', 'an answer in no known form');
      const { errorCode, totalCount } = results.common;
      if (errorCode === '0') return { found: results.juso ?? [], totalCount };
      if (errorCode === '-999') throw failure('PORTAL_DOWN', 'code -999');
      if (!KEY_REFUSED.includes(errorCode))
        throw failure('ADDRESS_NOT_FOUND', `code ${errorCode.slice(0, 8)}`);
      if (refusals === KEY_REFUSALS_MAX) throw failure('AUTOMATION_FAILED', `code ${errorCode.slice(0, 8)}`);
      await pause(KEY_PAUSE_MS, undefined, { signal });
    }
  }

  return {
    async findLot(roadAddress, signal) {
      const keyword = searchable(roadAddress);
      const all: FoundAddress[] = [];
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const { found, totalCount } = await search(keyword, page, signal);
        all.push(...found);
        if (all.length >= totalCount || found.length === 0) break;
      }
      const lot = pickLot(all, roadAddress);
      if (lot === null) throw failure('ADDRESS_NOT_FOUND', `none or several of ${all.length}`);
      return lot;
    },
  };
}

const failure = (
  code: 'PORTAL_DOWN' | 'AUTOMATION_FAILED' | 'ADDRESS_NOT_FOUND',
  what: string,
): TaskFailure => new TaskFailure(code, { cause: new Error(`${OPERATION}: ${what}`) });
