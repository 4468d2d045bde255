import { z } from 'zod';
import { IsoDay } from '../time.ts';

/** Rules of the deposit-return guarantee (HUG 전세보증금반환보증). */
export const InsuranceRuleCode = z.enum([
  'DEPOSIT_CAP',
  'DEBT_WITHIN_VALUE',
  'SENIOR_DEBT_SHARE',
  'MULTI_HOUSEHOLD_SHARE',
  'TERM_AT_LEAST_A_YEAR',
  'APPLY_IN_TIME',
  'OWNERSHIP_UNRESTRICTED',
  'JEONSE_RIGHT_CLEARED',
  'NO_VIOLATION',
  'RESIDENTIAL_USE',
  'LANDLORD_IS_OWNER',
]);
export type InsuranceRuleCode = z.infer<typeof InsuranceRuleCode>;

export const RuleVerdict = z.enum(['PASS', 'FAIL', 'UNKNOWN']);
export type RuleVerdict = z.infer<typeof RuleVerdict>;

export const InsuranceRuleView = z.object({
  code: InsuranceRuleCode,
  verdict: RuleVerdict,
  /** What `actual` and `limit` count: won, whole months, a day, or words. */
  unit: z.enum(['KRW', 'MONTHS', 'DAY', 'TEXT']),
  /** null: not known. */
  actual: z.union([z.number(), z.string()]).nullable(),
  limit: z.union([z.number(), z.string()]).nullable(),
  /** The rule and the numbers used, in the language that was asked for. */
  text: z.string(),
  /** Where the rule was read, and when. */
  source: z.object({ url: z.string(), asOf: IsoDay }),
});
export type InsuranceRuleView = z.infer<typeof InsuranceRuleView>;

export const InsuranceView = z.object({
  verdict: z.enum(['ELIGIBLE', 'NOT_ELIGIBLE', 'NEEDS_INFO']),
  rules: z.array(InsuranceRuleView),
  /** The day the check is about. */
  asOf: IsoDay,
});
export type InsuranceView = z.infer<typeof InsuranceView>;
