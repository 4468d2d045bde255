import type { LedgerView } from '@dungji/contracts';

/** What a ledger on paper says when everything is in order. */
export const PLAIN_LEDGER: LedgerView = {
  title: '집합건축물대장(전유부, 갑)',
  address: null,
  roadAddress: null,
  unit: '302호',
  mainUse: '아파트',
  structure: null,
  exclusiveAreaM2: 59.9,
  approvedOn: null,
  households: null,
  violation: 'NO',
  violationHistory: [],
  officialPrice: null,
  source: 'PDF',
  asOf: null,
  pages: 2,
  complete: true,
  doubts: [],
};
