import type {
  InsuranceRuleCode,
  InsuranceRuleView,
  LedgerView,
  NestView,
  RegistryView,
} from '@dungji/contracts';

/** What the rules are asked about. */
export interface InsuranceCase {
  readonly nest: Pick<
    NestView,
    | 'roadAddress'
    | 'buildingType'
    | 'depositKrw'
    | 'monthlyRentKrw'
    | 'landlordName'
    | 'housePriceKrw'
    | 'contractFrom'
    | 'contractTo'
  >;
  readonly registry: RegistryView | null;
  readonly ledger: LedgerView | null;
  /** Deposits of earlier tenants in a house of several households; null: not known. */
  readonly otherDepositsKrw: number | null;
  /** The day of the application in Korea, `2026-03-01`. */
  readonly day: string;
}

/** A rule's answer before it is put into words. */
export interface RuleAnswer {
  readonly code: InsuranceRuleCode;
  readonly verdict: InsuranceRuleView['verdict'];
  readonly unit: InsuranceRuleView['unit'];
  readonly actual: InsuranceRuleView['actual'];
  readonly limit: InsuranceRuleView['limit'];
  readonly source: InsuranceRuleView['source'];
}
