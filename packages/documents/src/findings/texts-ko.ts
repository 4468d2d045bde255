import type { FindingTexts } from './text-keys.ts';

export const KO: FindingTexts = {
  OWNER_MISMATCH: {
    title: '임대인이 등기부의 소유자와 달라요',
    detail: '계약서의 임대인은 {landlord}인데, 등기부의 현재 소유자는 {owners}입니다.',
    advice: '소유자 본인과 계약하거나, 대리인이라면 위임장·인감증명서를 확인하고 소유자와 직접 통화하세요.',
  },
  CO_OWNERSHIP: {
    title: '여러 사람이 함께 소유한 집이에요',
    detail: '현재 소유자는 {owners}입니다. 과반의 지분을 가진 소유자가 동의해야 임대차가 유효해요.',
    advice: '공유자 모두와 계약하거나 나머지 공유자의 동의서와 인감증명서를 받으세요.',
  },
  TRUST: {
    title: '신탁된 집이에요',
    detail: '법적인 소유자는 신탁회사입니다. 신탁회사의 동의 없는 계약은 보호받지 못할 수 있어요.',
    advice:
      '등기소에서 신탁원부를 떼어 임대 권한이 누구에게 있는지 확인하고, 신탁회사의 서면 동의를 받으세요.',
  },
  PROVISIONAL_SEIZURE: {
    title: '가압류가 있어요',
    detail: '소유자에게 받을 돈이 있다는 채권자가 집을 묶어 두었어요. 경매로 이어질 수 있습니다.',
    advice: '말소되기 전에는 계약하지 마세요. 보증보험도 가입할 수 없어요.',
  },
  SEIZURE: {
    title: '압류가 있어요',
    detail: '세금이나 빚 때문에 집이 압류되었어요. 공매나 경매로 넘어갈 수 있습니다.',
    advice: '말소되기 전에는 계약하지 말고, 임대인의 납세증명서를 요청하세요.',
  },
  INJUNCTION: {
    title: '가처분이 있어요',
    detail: '소유권을 두고 다툼이 있어요. 결과에 따라 임대차 계약이 효력을 잃을 수 있습니다.',
    advice: '가처분이 말소되기 전에는 계약하지 마세요.',
  },
  AUCTION: {
    title: '경매가 진행 중이에요',
    detail: '경매개시결정이 등기되어 있어요. 집이 팔리면 보증금을 돌려받지 못할 수 있습니다.',
    advice: '계약하지 마세요. 이미 살고 있다면 배당요구 종기 전에 배당을 신청하세요.',
  },
  PROVISIONAL_REGISTRATION: {
    title: '가등기가 있어요',
    detail:
      '다른 사람이 소유권을 넘겨받기로 예약해 두었어요. 본등기가 되면 새 소유자에게 대항하지 못할 수 있습니다.',
    advice: '가등기가 말소되기 전에는 계약하지 마세요.',
  },
  MORTGAGE: {
    title: '근저당권이 있어요 (채권최고액 {amount})',
    detail: '집이 경매로 팔리면 이 금액까지 보증금보다 먼저 가져갈 수 있어요.',
    advice: '잔금일에 갚고 말소하는 조건을 특약으로 적거나, 집값에서 빼고도 보증금이 안전한지 확인하세요.',
  },
  JEONSE_RIGHT: {
    title: '전세권이 있어요 (전세금 {amount})',
    detail: '먼저 등기된 전세권자가 보증금보다 먼저 배당받아요.',
    advice: '전세권이 말소되는지 확인하고, 말소를 특약으로 적으세요.',
  },
  LEASEHOLD_ORDER: {
    title: '임차권등기가 있어요 (보증금 {amount})',
    detail: '전에 살던 세입자가 보증금을 돌려받지 못해 등기해 둔 것입니다. 같은 일이 다시 생길 수 있어요.',
    advice: '계약하지 마세요. 임차권등기가 있는 집에는 최우선변제도 적용되지 않아요.',
  },
  SUPERFICIES: {
    title: '지상권 또는 지역권이 있어요',
    detail: '땅을 쓸 권리가 따로 등기되어 있어요.',
    advice: '누구의 어떤 권리인지 확인하고, 토지 등기부도 함께 보세요.',
  },
  SEPARATE_LAND_REGISTER: {
    title: '토지에 별도등기가 있어요',
    detail: '건물 등기부에는 나오지 않는 권리가 토지에 걸려 있어요.',
    advice: '토지 등기부를 떼어 근저당권 등이 있는지 확인하세요.',
  },
  MANY_LIENS: {
    title: '살아 있는 권리가 {count}건이에요',
    detail: '권리관계가 복잡한 집은 경매에서 보증금을 돌려받기 어려워요.',
    advice: '권리마다 금액과 순서를 확인하고, 말소 계획이 없으면 피하세요.',
  },
  FREQUENT_TRANSFER: {
    title: '1년 사이 소유자가 {count}번 바뀌었어요',
    detail: '짧은 기간에 소유권이 여러 번 넘어갔습니다. 갭투자나 명의 넘기기일 수 있어요.',
    advice: '매매 가격과 보증금을 견주어 보고, 새 소유자가 보증금을 돌려줄 수 있는지 확인하세요.',
  },
  ILLEGAL_BUILDING: {
    title: '위반건축물이에요',
    detail: '건축물대장에 위반 표시가 남아 있어요. 보증보험과 전세대출이 막힐 수 있습니다.',
    advice: '어느 부분이 위반인지 확인하고, 시정되어 표시가 없어진 뒤 계약하세요.',
  },
  NON_RESIDENTIAL_USE: {
    title: '주거용이 아닌 건물이에요 ({use})',
    detail: '건축물대장의 용도가 주택이 아니에요. 보증보험과 대출이 제한될 수 있습니다.',
    advice: '전입신고와 보증보험 가입이 되는지 먼저 확인하세요.',
  },
  DEBT_RATIO: {
    title: '집값에 견주어 빚과 보증금이 {percent}%예요',
    detail: '앞선 빚 {senior}과 보증금 {deposit}을 더하면 집값 {price}의 {percent}%입니다.',
    advice: '70%를 넘으면 경매에서 보증금을 다 받지 못할 수 있어요. 보증금을 낮추거나 보증보험을 확인하세요.',
  },
  DEBT_RATIO_WITHOUT_PRICE: {
    title: '집값을 적으면 안전한 비율인지 계산해 드려요',
    detail: '앞선 빚은 {senior}, 보증금은 {deposit}입니다.',
    advice: '국토교통부 실거래가나 KB시세를 찾아 집값을 적어 주세요.',
  },
  UNIT_MISMATCH: {
    title: '계약하려는 호수와 문서의 호수가 달라요',
    detail: '계약하려는 곳은 {nest}인데, 문서는 {document}의 것입니다.',
    advice: '맞는 호수의 문서를 다시 발급받으세요.',
  },
  ADDRESS_MISMATCH: {
    title: '계약하려는 주소와 문서의 주소가 달라요',
    detail: '계약하려는 곳은 {nest}인데, 문서는 {document}의 것입니다.',
    advice: '맞는 주소의 문서를 다시 발급받으세요.',
  },
  AREA_MISMATCH: {
    title: '등기부와 건축물대장의 면적이 달라요',
    detail: '전용면적이 등기부에는 {registry}㎡, 건축물대장에는 {ledger}㎡로 되어 있어요.',
    advice: '두 문서가 같은 호수의 것인지 확인하고, 아니면 다시 발급받으세요.',
  },
  STALE_REGISTRY: {
    title: '등기부를 본 지 {days}일이 지났어요',
    detail: '그 사이에 새 권리가 생겼을 수 있어요.',
    advice: '계약 직전과 잔금일에 다시 발급받으세요.',
  },
  STALE_LEDGER: {
    title: '건축물대장을 뗀 지 {days}일이 지났어요',
    detail: '그 사이에 위반 표시가 생겼을 수 있어요.',
    advice: '계약 전에 다시 발급받으세요.',
  },
  NO_REGISTRY: {
    title: '아직 판단할 수 없어요: 등기부가 없어요',
    detail: '등기사항전부증명서를 보기 전에는 아무것도 안전하다고 말할 수 없어요.',
    advice: '등기부를 발급받거나 올려 주세요.',
  },
  REGISTRY_PENDING: {
    title: '등기부를 읽고 있어요',
    detail: '다 읽으면 이 자리에 결과가 나타나요.',
    advice: '잠시만 기다려 주세요.',
  },
  REGISTRY_FAILED: {
    title: '판단할 수 없어요: 등기부를 읽지 못했어요',
    detail: '파일이 깨졌거나 글자를 알아볼 수 없어요.',
    advice: '등기부를 다시 발급받거나 원본 PDF를 올려 주세요.',
  },
  REGISTRY_OTHER_DOCUMENT: {
    title: '판단할 수 없어요: 부동산 등기부가 아니에요',
    detail: '올린 문서에서 부동산 등기부의 형식을 찾지 못했어요. 법인 등기부나 다른 문서일 수 있어요.',
    advice: '이 집의 등기사항전부증명서를 올려 주세요.',
  },
  REGISTRY_INCOMPLETE: {
    title: '판단할 수 없어요: 등기부를 끝까지 읽지 못했어요',
    detail: '{reasons} 보이지 않는 곳에 권리가 있을 수 있어요.',
    advice: '말소사항을 포함한 전부증명서를 다시 발급받아 확인하세요.',
  },
  ENTRIES_UNCLEAR: {
    title: '말소되었는지 분명하지 않은 등기가 {count}건 있어요',
    detail: '일부만 줄이 그어졌거나 말소등기와 맞지 않아, 살아 있는 것으로 보고 알려 드려요.',
    advice: '원본에서 해당 줄을 직접 확인하세요.',
  },
  AMOUNTS_UNREAD: {
    title: '금액을 읽지 못한 등기가 {count}건 있어요',
    detail: '읽지 못한 금액은 0으로 치지 않아요. 그래서 앞선 빚의 합계를 말할 수 없어요.',
    advice: '원본에서 금액을 직접 확인하세요.',
  },
  OWNERS_UNREAD: {
    title: '현재 소유자를 확실히 읽지 못했어요',
    detail: '임대인이 소유자인지 문서만으로 확인하지 못했어요.',
    advice: '원본의 갑구 마지막 소유권 등기를 임대인의 신분증과 견주어 보세요.',
  },
  NO_LEDGER: {
    title: '건축물대장을 아직 보지 못했어요',
    detail: '위반건축물인지, 주택으로 허가받은 곳인지 알 수 없어요.',
    advice: '건축물대장을 발급받거나 올려 주세요.',
  },
  LEDGER_PENDING: {
    title: '건축물대장을 읽고 있어요',
    detail: '다 읽으면 이 자리에 결과가 나타나요.',
    advice: '잠시만 기다려 주세요.',
  },
  LEDGER_FAILED: {
    title: '건축물대장을 읽지 못했어요',
    detail: '위반건축물인지, 주택으로 허가받은 곳인지 알 수 없어요.',
    advice: '건축물대장을 다시 발급받거나 원본 PDF를 올려 주세요.',
  },
  LEDGER_OTHER_DOCUMENT: {
    title: '올린 문서가 건축물대장이 아니에요',
    detail: '건축물대장의 형식을 찾지 못했어요.',
    advice: '이 집의 건축물대장을 올려 주세요.',
  },
  VIOLATION_UNKNOWN: {
    title: '위반건축물인지 확인하지 못했어요',
    detail:
      '이 건축물대장에서는 위반 여부를 끝까지 확인할 수 없어요. 공공 API로 받은 대장에는 위반 표시가 담기지 않아요.',
    advice: '정부24에서 건축물대장(표제부와 전유부)을 발급받아 올려 주세요.',
  },
};
