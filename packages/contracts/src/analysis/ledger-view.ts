import { z } from 'zod';
import { ReadingDoubt } from './registry-view.ts';

/** What a building ledger says. null = not known. */
export const LedgerView = z.object({
  /** `집합건축물대장(전유부, 갑)` */
  title: z.string().nullable(),
  address: z.string().nullable(),
  roadAddress: z.string().nullable(),
  unit: z.string().nullable(),
  mainUse: z.string().nullable(),
  structure: z.string().nullable(),
  exclusiveAreaM2: z.number().nullable(),
  /** `2010-03-12` */
  approvedOn: z.string().nullable(),
  households: z.number().int().min(0).nullable(),
  /** The last state, not the history. The open API never tells: UNKNOWN. */
  violation: z.enum(['YES', 'NO', 'UNKNOWN']),
  violationHistory: z.array(
    z.object({ day: z.string().nullable(), released: z.boolean(), text: z.string(), page: z.number().int() }),
  ),
  /** Newest official price (공동주택가격) and its base date. */
  officialPrice: z.object({ amountKrw: z.number().int(), baseDay: z.string() }).nullable(),
  source: z.enum(['OPEN_API', 'PDF']),
  /** Day of issue, or of the answer. */
  asOf: z.string().nullable(),
  pages: z.number().int().min(0),
  complete: z.boolean(),
  doubts: z.array(ReadingDoubt),
});
export type LedgerView = z.infer<typeof LedgerView>;
