import type { Locale, RegistryRight } from '@dungji/contracts';

/** What a change says: `{name}` stands for a parameter. */
export interface ChangeText {
  readonly title: string;
  readonly detail: string;
}

const KO = {
  RIGHT_ADDED: {
    title: '새로 생긴 {right}',
    detail:
      '지난 서류에는 없던 권리예요. 내 보증금보다 앞설 수 있으니 잔금을 보내기 전에 집주인에게 말소를 요구하세요.',
  },
  RIGHT_RESTORED: {
    title: '다시 살아난 {right}',
    detail:
      '지난 서류에서는 말소되어 있던 권리가 지금은 살아 있어요. 왜 되살아났는지 확인하기 전에는 잔금을 보내지 마세요.',
  },
  RIGHT_GONE: {
    title: '없어진 {right}',
    detail: '지난 서류에 있던 권리가 이제 효력이 없어요. 말소를 약속받았다면 이것이 그 증거예요.',
  },
  AMOUNT_RAISED: {
    title: '{right}의 금액이 늘었어요',
    detail: '내 보증금보다 먼저 받아 갈 수 있는 돈이 많아졌어요. 이유를 듣기 전에는 잔금을 보내지 마세요.',
  },
  AMOUNT_LOWERED: {
    title: '{right}의 금액이 줄었어요',
    detail: '내 보증금보다 먼저 받아 갈 수 있는 돈이 적어졌어요.',
  },
  HOLDER_CHANGED: {
    title: '{right}의 권리자가 바뀌었어요',
    detail:
      '{before} → {after}. 빚이 다른 곳으로 넘어갔을 수 있으니, 누구에게 얼마를 갚으면 말소되는지 확인하세요.',
  },
  OWNER_CHANGED: {
    title: '소유자가 바뀌었어요',
    detail:
      '{before} → {after}. 계약한 임대인이 지금도 소유자인지 확인하고, 새 소유자가 계약을 이어받는지 서면으로 받아 두세요.',
  },
  SHARES_CHANGED: {
    title: '소유자의 지분이 바뀌었어요',
    detail: '{before} → {after}. 과반의 지분을 가진 소유자가 계약에 동의하는지 다시 확인하세요.',
  },
  LAND_REGISTER_ADDED: {
    title: '토지에 별도등기가 생겼어요',
    detail: '건물 등기부에 나오지 않는 권리가 토지에 걸렸어요. 토지 등기부를 떼어 확인하세요.',
  },
  LAND_REGISTER_GONE: {
    title: '토지의 별도등기가 없어졌어요',
    detail: '토지에 따로 걸려 있던 권리의 표시가 사라졌어요.',
  },
  VIOLATION_ADDED: {
    title: '위반건축물 표시가 생겼어요',
    detail: '지난 대장에는 없던 표시예요. 보증보험과 전세대출이 막힐 수 있으니 시정될 때까지 기다리세요.',
  },
  VIOLATION_GONE: {
    title: '위반건축물 표시가 없어졌어요',
    detail: '지난 대장에 있던 위반 표시가 해제되었어요.',
  },
  USE_CHANGED: {
    title: '건물의 용도가 바뀌었어요',
    detail: '{before} → {after}. 전입신고와 보증보험 가입이 되는지 다시 확인하세요.',
  },
  AREA_CHANGED: {
    title: '전용면적이 달라졌어요',
    detail: '{before}㎡ → {after}㎡. 두 대장이 같은 호수의 것인지 확인하세요.',
  },
  PRICE_CHANGED: {
    title: '공시가격이 바뀌었어요',
    detail: '보증보험의 주택가격을 공시가격으로 정했다면 한도가 달라질 수 있어요.',
  },
} as const satisfies Record<string, ChangeText>;

export type ChangeTextKey = keyof typeof KO;

const EN: Readonly<Record<ChangeTextKey, ChangeText>> = {
  RIGHT_ADDED: {
    title: 'New: {right}',
    detail:
      'It was not in the earlier document. It may come before your deposit: ask the landlord to have it cancelled before you pay.',
  },
  RIGHT_RESTORED: {
    title: 'Alive again: {right}',
    detail: 'It was cancelled in the earlier document and is alive now. Do not pay before you know why.',
  },
  RIGHT_GONE: {
    title: 'Gone: {right}',
    detail:
      'It was alive in the earlier document and has no effect any more. If you were promised its cancellation, this is the proof.',
  },
  AMOUNT_RAISED: {
    title: 'Larger amount: {right}',
    detail: 'More money may be taken before your deposit. Do not pay before you have heard the reason.',
  },
  AMOUNT_LOWERED: {
    title: 'Smaller amount: {right}',
    detail: 'Less money may be taken before your deposit.',
  },
  HOLDER_CHANGED: {
    title: 'New holder: {right}',
    detail:
      '{before} → {after}. The debt may have been passed on: find out whom to pay, and how much, to have it cancelled.',
  },
  OWNER_CHANGED: {
    title: 'The owner has changed',
    detail:
      '{before} → {after}. Check whether your landlord still owns the home, and have the new owner take over the contract in writing.',
  },
  SHARES_CHANGED: {
    title: 'The owners’ shares have changed',
    detail: '{before} → {after}. Check again that owners of more than half agree to the contract.',
  },
  LAND_REGISTER_ADDED: {
    title: 'The land has a register of its own now',
    detail: 'Rights that this register does not show burden the land. Get the register of the land.',
  },
  LAND_REGISTER_GONE: {
    title: 'The land’s separate register is gone',
    detail: 'The mark for rights on the land alone is no longer there.',
  },
  VIOLATION_ADDED: {
    title: 'The building is marked as illegal now',
    detail:
      'The earlier ledger had no such mark. It can bar the guarantee and loans: wait until it is put right.',
  },
  VIOLATION_GONE: {
    title: 'The mark of an illegal building is gone',
    detail: 'The mark in the earlier ledger was lifted.',
  },
  USE_CHANGED: {
    title: 'The use of the building has changed',
    detail: '{before} → {after}. Check again whether you can register as a resident and get the guarantee.',
  },
  AREA_CHANGED: {
    title: 'The exclusive area differs',
    detail: '{before} ㎡ → {after} ㎡. Check that both ledgers are of the same unit.',
  },
  PRICE_CHANGED: {
    title: 'The official price has changed',
    detail: 'If the guarantee takes it as the price of the home, the limit may have moved.',
  },
};

export const CHANGE_TEXTS: Readonly<Record<Locale, Readonly<Record<ChangeTextKey, ChangeText>>>> = {
  ko: KO,
  en: EN,
};

export const RIGHT_NAMES: Readonly<Record<RegistryRight, Readonly<Record<Locale, string>>>> = {
  OWNERSHIP: { ko: '소유권', en: 'ownership' },
  TRUST: { ko: '신탁', en: 'trust' },
  PROVISIONAL_SEIZURE: { ko: '가압류', en: 'provisional seizure' },
  SEIZURE: { ko: '압류', en: 'seizure' },
  INJUNCTION: { ko: '가처분', en: 'injunction' },
  AUCTION: { ko: '경매개시결정', en: 'auction' },
  PROVISIONAL_REGISTRATION: { ko: '가등기', en: 'provisional registration' },
  MORTGAGE: { ko: '근저당권', en: 'mortgage' },
  JEONSE: { ko: '전세권', en: 'jeonse right' },
  LEASEHOLD_ORDER: { ko: '임차권등기', en: 'registered lease' },
  SUPERFICIES: { ko: '지상권·지역권', en: 'superficies or easement' },
  OTHER: { ko: '그 밖의 등기', en: 'other entry' },
};
