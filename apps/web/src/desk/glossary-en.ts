import type { glossaryKo } from './glossary-ko.ts';

export const glossaryEn: typeof glossaryKo = {
  register: {
    word: 'Property register (등기부등본)',
    meaning: 'The official record of a home: who owns it and which debts rest on it.',
  },
  ledger: {
    word: 'Building ledger (건축물대장)',
    meaning:
      'The authority’s record of what a building is used for, its size, and whether it breaks the rules.',
  },
  ownershipSection: {
    word: 'Section A (갑구)',
    meaning: 'The part of the register about ownership. A change of owner or a seizure is written here.',
  },
  rightsSection: {
    word: 'Section B (을구)',
    meaning: 'The part of the register about debts (mortgages) and other rights that are not ownership.',
  },
  mortgage: {
    word: 'Mortgage (근저당권)',
    meaning:
      'Money borrowed against the home. If it is not repaid, the bank can have it auctioned and is paid first.',
  },
  maximumClaim: {
    word: 'Maximum claim (채권최고액)',
    meaning: 'The most the lender may take from the home, usually 110–130 % of the loan itself.',
  },
  seniorDebt: {
    word: 'Debt that is paid first',
    meaning: 'Also called senior debt: what is paid back before your deposit when the home is sold.',
  },
  provisionalSeizure: {
    word: 'Provisional seizure (가압류)',
    meaning: 'Somebody who is owed money has blocked the sale of the home until a court decides.',
  },
  seizure: {
    word: 'Seizure (압류)',
    meaning: 'The state or a creditor has seized the home for unpaid taxes or debts. An auction can follow.',
  },
  injunction: {
    word: 'Injunction (가처분)',
    meaning: 'There is a dispute about the home, so selling or letting it is forbidden for now.',
  },
  auction: { word: 'Auction (경매개시결정)', meaning: 'A court has decided to auction this home.' },
  provisionalRegistration: {
    word: 'Provisional registration (가등기)',
    meaning:
      'Somebody has reserved a place to become the owner. If they do, later contracts may lose their force.',
  },
  trust: {
    word: 'Trust (신탁)',
    meaning:
      'The home was handed to a trust company, which is its legal owner. A contract without its consent may be void.',
  },
  jeonseRight: {
    word: 'Registered jeonse (전세권)',
    meaning: 'A jeonse contract that was registered. Its deposit may be paid back before yours.',
  },
  leaseholdOrder: {
    word: 'Lease registration (임차권등기)',
    meaning: 'An earlier tenant left without getting the deposit back and had that registered.',
  },
  superficies: {
    word: 'Right to use the land (지상권)',
    meaning: 'A right to use somebody else’s land. It is sometimes set together with a mortgage on the land.',
  },
  separateLand: {
    word: 'Separate land register (토지 별도등기)',
    meaning:
      'Rights rest on the land that do not rest on the building. The land register has to be read too.',
  },
  coOwnership: {
    word: 'Co-ownership (공동소유)',
    meaning:
      'The home has several owners. A contract is safe only with the consent of more than half of the shares.',
  },
  cancelled: {
    word: 'Cancelled (말소)',
    meaning: 'An entry that no longer has force. It is struck through in red on the paper.',
  },
  illegalBuilding: {
    word: 'Building in breach (위반건축물)',
    meaning: 'Altered or extended without a permit. Loans and deposit insurance may be refused.',
  },
  mainUse: {
    word: 'Main use (주용도)',
    meaning:
      'What the building is permitted for. If it is not housing, moving in officially and insurance may be hard.',
  },
  debtRatio: {
    word: 'Share of the price',
    meaning:
      'Debt that is paid first plus your deposit, divided by the price of the home. The higher, the riskier.',
  },
  officialPrice: {
    word: 'Official price (공시가격)',
    meaning: 'The price the state sets each year, usually below the market.',
  },
  guarantee: {
    word: 'Deposit guarantee (전세보증금반환보증)',
    meaning: 'Insurance that pays your deposit back when the landlord does not.',
  },
  exclusiveArea: {
    word: 'Exclusive area (전용면적)',
    meaning: 'The area behind your own front door, without stairs and corridors.',
  },
  movingIn: {
    word: 'Moving-in report (전입신고)',
    meaning:
      'Telling the community office that you moved. It gives you the right to stay and to keep your deposit.',
  },
  confirmedDate: {
    word: 'Fixed date (확정일자)',
    meaning: 'An official date stamp on the contract. Deposits are paid back in the order of these dates.',
  },
};
