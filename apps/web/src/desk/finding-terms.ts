import type { FindingCode } from '@dungji/contracts';
import type { glossaryKo } from './glossary-ko.ts';

export type TermKey = keyof typeof glossaryKo;

/** The words that somebody reading this finding may never have met. */
export const TERMS_OF_FINDING: Readonly<Record<FindingCode, readonly TermKey[]>> = {
  OWNER_MISMATCH: ['ownershipSection'],
  CO_OWNERSHIP: ['coOwnership'],
  TRUST: ['trust'],
  PROVISIONAL_SEIZURE: ['provisionalSeizure'],
  SEIZURE: ['seizure'],
  INJUNCTION: ['injunction'],
  AUCTION: ['auction'],
  PROVISIONAL_REGISTRATION: ['provisionalRegistration'],
  MORTGAGE: ['mortgage', 'maximumClaim'],
  JEONSE_RIGHT: ['jeonseRight'],
  LEASEHOLD_ORDER: ['leaseholdOrder'],
  SUPERFICIES: ['superficies'],
  SEPARATE_LAND_REGISTER: ['separateLand'],
  MANY_LIENS: ['mortgage', 'seniorDebt'],
  FREQUENT_TRANSFER: ['ownershipSection'],
  ILLEGAL_BUILDING: ['illegalBuilding'],
  NON_RESIDENTIAL_USE: ['mainUse', 'movingIn'],
  DEBT_RATIO: ['debtRatio', 'seniorDebt'],
  UNIT_MISMATCH: [],
  STALE_DOCUMENT: ['register'],
  CANNOT_TELL: [],
};
