import { z } from 'zod';
import { IsoTime } from './time.ts';

/**
 * A row of the building-ledger API by its own column names. Values are texts as they came, without blanks around them;
 * null for a blank. Numbers stay texts: ids have more digits than a double holds.
 */
export const LedgerRow = z.record(z.string(), z.string().nullable());
export type LedgerRow = z.infer<typeof LedgerRow>;

/** A lot as the open APIs name it. */
export const LotCodes = z.object({
  sigunguCd: z.string(),
  bjdongCd: z.string(),
  /** 0 plain, 1 mountain (산). */
  platGbCd: z.string(),
  bun: z.string(),
  ji: z.string(),
});
export type LotCodes = z.infer<typeof LotCodes>;

/**
 * What the building-ledger API said about one home, kept beside the PDF that was made of it: whoever reads the document
 * later takes the facts from here. The API has no column for violations of the law; nothing here means "none".
 */
export const LedgerRecord = z.object({
  fetchedAt: IsoTime,
  lot: LotCodes,
  /** 표제부 or the whole of an undivided building (getBrTitleInfo). */
  title: LedgerRow,
  /** Own and shared areas of the unit (getBrExposPubuseAreaInfo); none where a building is not divided into units. */
  areas: z.array(LedgerRow),
  /** Official prices of the unit, one row a year (getBrHsprcInfo); null: not told. */
  prices: z.array(LedgerRow).nullable(),
});
export type LedgerRecord = z.infer<typeof LedgerRecord>;
