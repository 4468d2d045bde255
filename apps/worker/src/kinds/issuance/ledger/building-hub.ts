import type { LedgerRow, LotCodes } from '@dungji/contracts';
import { TaskFailure } from '../../../task-failure.ts';
import { readAnswer } from './open-api-answer.ts';
import { callOpenApi } from './open-api-call.ts';
import { plainKey } from './service-key.ts';

export type HubOperation = 'getBrTitleInfo' | 'getBrExposPubuseAreaInfo' | 'getBrHsprcInfo';

/** The building-ledger API (건축HUB 건축물대장정보 서비스). */
export interface BuildingHub {
  /**
   * All rows of an operation for a lot, page after page up to the total it names.
   *
   * @returns null when there are more than `rowsMax`
   * @throws TaskFailure PORTAL_DOWN for what may be over in a moment, AUTOMATION_FAILED for what needs a person (the key,
   *   the parameters, a withdrawn service)
   */
  rowsOf(
    operation: HubOperation,
    lot: LotCodes,
    options: {
      readonly dongNm?: string | null;
      readonly rowsMax: number;
      readonly detail: string;
      readonly signal: AbortSignal;
    },
  ): Promise<LedgerRow[] | null>;
}

export interface BuildingHubOptions {
  readonly url: string;
  readonly key: string;
  /** Says to a sandbox what a person typed behind the street: its wishes stand there. Never for the real service. */
  readonly tellDetail: boolean;
}

/** Areas of a complex of a thousand units were seen to take 27 s. */
const CALL_TIMEOUT_MS = 60_000;
/** What the service gives at most, as far as is known; it is never trusted to. */
const ROWS_ASKED = 100;

/**
 * Codes that another attempt may cure: an accident on their side (1, 4, 99), a connection or time-out of theirs (2, 5), a
 * quota that is used up (22), a key that is suspended for a moment (21). Every other one is about us: the key (20, 30, 31, 32, 33),
 * the question (10, 11) or a service that is gone (12).
 */
const PASSING = new Set(['1', '2', '4', '5', '21', '22', '99']);

export function openBuildingHub({ url, key, tellDetail }: BuildingHubOptions): BuildingHub {
  const serviceKey = plainKey(key);
  return {
    async rowsOf(operation, lot, { dongNm, rowsMax, detail, signal }) {
      const rows: LedgerRow[] = [];
      for (let pageNo = 1; ; pageNo += 1) {
        const answered = await callOpenApi({
          operation,
          url: `${url}/${operation}`,
          params: {
            serviceKey,
            ...lot,
            ...(dongNm && { dongNm }),
            numOfRows: String(ROWS_ASKED),
            pageNo: String(pageNo),
            _type: 'json',
          },
          ...(tellDetail && { headers: { 'x-sandbox-detail': encodeURIComponent(detail) } }),
          timeoutMs: CALL_TIMEOUT_MS,
          signal,
        });
        const page = pageOf(operation, answered);
        rows.push(...page.rows);
        if (page.totalCount > rowsMax) return null;
        if (rows.length >= page.totalCount) return rows;
        // Fewer than promised would be a ledger with holes: a unit that is not found, a price that is missing.
        if (page.rows.length === 0) throw failure('PORTAL_DOWN', operation, 'pages end before the total');
      }
    },
  };
}

function pageOf(
  operation: HubOperation,
  { status, text }: { status: number; text: string },
): { rows: LedgerRow[]; totalCount: number } {
  const answer = readAnswer(text);
  if (answer.type === 'rows') return answer;
  // A gateway that does not know the key may say no more than that.
  if (answer.type === 'unknown' && (status === 401 || status === 403))
    throw failure('AUTOMATION_FAILED', operation, `HTTP ${status}`);
  if (answer.type === 'unknown') throw failure('PORTAL_DOWN', operation, 'an answer in no known form');
  const isPassing = PASSING.has(String(Number(answer.code)));
  throw failure(
    isPassing ? 'PORTAL_DOWN' : 'AUTOMATION_FAILED',
    operation,
    `code ${answer.code.slice(0, 8)}`,
  );
}

const failure = (code: 'PORTAL_DOWN' | 'AUTOMATION_FAILED', operation: string, what: string): TaskFailure =>
  new TaskFailure(code, { cause: new Error(`${operation}: ${what}`) });
