import type { FindingTexts } from './text-keys.ts';

export const EN: FindingTexts = {
  OWNER_MISMATCH: {
    title: 'The landlord is not the registered owner',
    detail: 'The contract names {landlord}; the register names {owners}.',
    advice:
      'Sign with the owner in person. With an agent, check the power of attorney and the seal certificate, and call the owner.',
  },
  CO_OWNERSHIP: {
    title: 'The home has several owners',
    detail: 'Owned by {owners}. A lease needs the consent of owners who hold more than half.',
    advice: 'Have all owners sign, or get written consent and seal certificates from the others.',
  },
  TRUST: {
    title: 'The home is held in trust',
    detail: 'The legal owner is a trust company. A lease without its consent may not be protected.',
    advice:
      'Get the trust record (신탁원부) from the registry office, see who may let the home, and ask the trustee for written consent.',
  },
  PROVISIONAL_SEIZURE: {
    title: 'Provisional seizure (가압류)',
    detail: 'A creditor of the owner has frozen the home. It may end in an auction.',
    advice: 'Do not sign before it is cancelled. The deposit guarantee is not available either.',
  },
  SEIZURE: {
    title: 'Seizure (압류)',
    detail: 'The home is seized for taxes or debts and may be sold by auction.',
    advice: 'Do not sign before it is cancelled, and ask the landlord for a tax clearance certificate.',
  },
  INJUNCTION: {
    title: 'Injunction (가처분)',
    detail: 'Somebody disputes the ownership. The outcome may undo your lease.',
    advice: 'Do not sign before it is cancelled.',
  },
  AUCTION: {
    title: 'An auction has begun',
    detail: 'The start of an auction is registered. Once sold, the deposit may be lost.',
    advice: 'Do not sign. If you already live there, claim your share before the court’s deadline.',
  },
  PROVISIONAL_REGISTRATION: {
    title: 'Provisional registration (가등기)',
    detail: 'Somebody has reserved the ownership. Once completed, your lease may not hold against them.',
    advice: 'Do not sign before it is cancelled.',
  },
  MORTGAGE: {
    title: 'Mortgage, at most {amount}',
    detail: 'If the home is auctioned, up to this amount is paid before your deposit.',
    advice:
      'Agree in writing that it is paid off and cancelled on the day you pay, or check that the price covers both.',
  },
  JEONSE_RIGHT: {
    title: 'Registered jeonse right of {amount}',
    detail: 'Its holder is paid before you.',
    advice: 'Agree in writing that it is cancelled.',
  },
  LEASEHOLD_ORDER: {
    title: 'Registered lease of a former tenant, deposit {amount}',
    detail: 'A former tenant did not get the deposit back and registered it. It may happen again.',
    advice: 'Do not sign. Small-deposit protection does not apply after such a registration.',
  },
  SUPERFICIES: {
    title: 'Right to use the land',
    detail: 'Somebody else holds a registered right to use the land.',
    advice: 'Find out whose right it is, and read the register of the land too.',
  },
  SEPARATE_LAND_REGISTER: {
    title: 'The land has burdens of its own',
    detail: 'The land carries rights that this register does not show.',
    advice: 'Get the register of the land and look for mortgages.',
  },
  MANY_LIENS: {
    title: '{count} live burdens',
    detail: 'With many burdens a deposit is hard to recover in an auction.',
    advice: 'Check amount and order of each; without a plan to cancel them, stay away.',
  },
  FREQUENT_TRANSFER: {
    title: 'The owner changed {count} times within a year',
    detail: 'Quick sales may be speculation on deposits, or a straw man taking over.',
    advice: 'Compare the prices with your deposit, and make sure the new owner can pay it back.',
  },
  ILLEGAL_BUILDING: {
    title: 'Marked as an illegal building',
    detail: 'The building ledger shows a violation. The guarantee and a jeonse loan may be refused.',
    advice: 'Find out which part it is, and sign only after the mark is gone.',
  },
  NON_RESIDENTIAL_USE: {
    title: 'Not a dwelling by its permit ({use})',
    detail: 'The ledger does not call it a home. The guarantee and loans may be restricted.',
    advice: 'Make sure first that you can register your move-in and get the guarantee.',
  },
  DEBT_RATIO: {
    title: 'Debts and deposit are {percent}% of the price',
    detail: 'Senior debts of {senior} and a deposit of {deposit} make {percent}% of the price of {price}.',
    advice: 'Above 70% an auction may not cover your deposit. Lower it, or check the guarantee.',
  },
  DEBT_RATIO_WITHOUT_PRICE: {
    title: 'Enter the price of the home to see whether the ratio is safe',
    detail: 'Senior debts are {senior}, the deposit is {deposit}.',
    advice: 'Look up actual sale prices or the KB price and enter it.',
  },
  UNIT_MISMATCH: {
    title: 'The document is about another unit',
    detail: 'You are renting {nest}; the document is about {document}.',
    advice: 'Have the document of the right unit issued.',
  },
  ADDRESS_MISMATCH: {
    title: 'The document is about another address',
    detail: 'You are renting {nest}; the document is about {document}.',
    advice: 'Have the document of the right address issued.',
  },
  AREA_MISMATCH: {
    title: 'Register and ledger differ in area',
    detail: 'The exclusive area is {registry} ㎡ in the register and {ledger} ㎡ in the ledger.',
    advice: 'Check that both are about the same unit; if not, have them issued again.',
  },
  STALE_REGISTRY: {
    title: 'The register is {days} days old',
    detail: 'New rights may have been registered since.',
    advice: 'Have it issued again right before signing and on the day you pay.',
  },
  STALE_LEDGER: {
    title: 'The building ledger is {days} days old',
    detail: 'A violation may have been marked since.',
    advice: 'Have it issued again before you sign.',
  },
  NO_REGISTRY: {
    title: 'Cannot tell yet: there is no register',
    detail: 'Nothing can be called safe before the register was read.',
    advice: 'Have it issued, or upload it.',
  },
  REGISTRY_PENDING: {
    title: 'The register is being read',
    detail: 'The result will appear here.',
    advice: 'Please wait a moment.',
  },
  REGISTRY_FAILED: {
    title: 'Cannot tell: the register could not be read',
    detail: 'The file is broken, or its text cannot be recognised.',
    advice:
      'Upload the original PDF, or have it issued again. Photograph a sheet only flat, and from straight above.',
  },
  REGISTRY_OTHER_DOCUMENT: {
    title: 'Cannot tell: it cannot be read, or is no property register',
    detail: 'It does not look like one: it may be another document, or a photograph too crooked to read.',
    advice:
      'Upload the PDF of this home’s register (등기사항전부증명서), or photograph it again: flat, and from straight above.',
  },
  REGISTRY_INCOMPLETE: {
    title: 'Cannot tell: the register was not read to its end',
    detail: '{reasons} There may be rights where nothing could be read.',
    advice: 'Have the full certificate with cancelled entries issued again.',
  },
  ENTRIES_UNCLEAR: {
    title: '{count} entries may or may not be cancelled',
    detail: 'They are struck out in part, or do not fit their cancellation. They are counted as alive.',
    advice: 'Look at these rows in the original.',
  },
  AMOUNTS_UNREAD: {
    title: 'The amount of {count} entries could not be read',
    detail: 'An unread amount is not zero, so the sum of senior debts is not known.',
    advice: 'Look up the amounts in the original.',
  },
  OWNERS_UNREAD: {
    title: 'The owner could not be read for certain',
    detail: 'The document alone does not prove that the landlord is the owner.',
    advice: 'Compare the last ownership entry of section 갑구 with the landlord’s identity card.',
  },
  OTHER_DEPOSITS_UNKNOWN: {
    title: 'Cannot tell: the deposits of the other tenants are not known',
    detail:
      'The price is that of the whole building, but no register shows what earlier tenants have deposited.',
    advice:
      'Ask the landlord for the list of fixed dates (확정일자 부여현황) and add up every deposit on it.',
  },
  NO_LEDGER: {
    title: 'No building ledger yet',
    detail: 'Whether it is an illegal building, or permitted as a dwelling, is not known.',
    advice: 'Have the ledger issued, or upload it.',
  },
  LEDGER_PENDING: {
    title: 'The building ledger is being read',
    detail: 'The result will appear here.',
    advice: 'Please wait a moment.',
  },
  LEDGER_FAILED: {
    title: 'The building ledger could not be read',
    detail: 'Whether it is an illegal building, or permitted as a dwelling, is not known.',
    advice:
      'Upload the original PDF, or have it issued again. Photograph a sheet only flat, and from straight above.',
  },
  LEDGER_OTHER_DOCUMENT: {
    title: 'The uploaded document cannot be read, or is no building ledger',
    detail: 'It does not look like one.',
    advice:
      'Upload the PDF of this home’s building ledger (건축물대장), or photograph it again: flat, and from straight above.',
  },
  VIOLATION_UNKNOWN: {
    title: 'Not known whether it is an illegal building',
    detail:
      'This ledger does not show it for certain; a ledger from the open API never carries the mark of a violation.',
    advice: 'Get the ledger (표제부 and 전유부) from Government24 and upload it.',
  },
};
