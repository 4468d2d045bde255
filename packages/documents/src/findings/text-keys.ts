/** What a finding says: `{name}` stands for a parameter. */
export interface FindingText {
  readonly title: string;
  readonly detail: string;
  readonly advice: string;
}

export type FindingTexts = Readonly<Record<FindingTextKey, FindingText>>;

export type FindingTextKey =
  | 'OWNER_MISMATCH'
  | 'CO_OWNERSHIP'
  | 'TRUST'
  | 'PROVISIONAL_SEIZURE'
  | 'SEIZURE'
  | 'INJUNCTION'
  | 'AUCTION'
  | 'PROVISIONAL_REGISTRATION'
  | 'MORTGAGE'
  | 'JEONSE_RIGHT'
  | 'LEASEHOLD_ORDER'
  | 'SUPERFICIES'
  | 'SEPARATE_LAND_REGISTER'
  | 'MANY_LIENS'
  | 'FREQUENT_TRANSFER'
  | 'ILLEGAL_BUILDING'
  | 'NON_RESIDENTIAL_USE'
  | 'DEBT_RATIO'
  | 'DEBT_RATIO_WITHOUT_PRICE'
  | 'UNIT_MISMATCH'
  | 'ADDRESS_MISMATCH'
  | 'AREA_MISMATCH'
  | 'STALE_REGISTRY'
  | 'STALE_LEDGER'
  | 'NO_REGISTRY'
  | 'REGISTRY_PENDING'
  | 'REGISTRY_FAILED'
  | 'REGISTRY_OTHER_DOCUMENT'
  | 'REGISTRY_INCOMPLETE'
  | 'ENTRIES_UNCLEAR'
  | 'AMOUNTS_UNREAD'
  | 'OWNERS_UNREAD'
  | 'OTHER_DEPOSITS_UNKNOWN'
  | 'NO_LEDGER'
  | 'LEDGER_PENDING'
  | 'LEDGER_FAILED'
  | 'LEDGER_OTHER_DOCUMENT'
  | 'VIOLATION_UNKNOWN';
