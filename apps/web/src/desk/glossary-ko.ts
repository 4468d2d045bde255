/** Legal words as a person without a law degree would explain them. */
export const glossaryKo = {
  register: {
    word: '등기부등본',
    meaning: '집의 주민등록등본 같은 서류예요. 누가 주인인지, 어떤 빚이 걸려 있는지 적혀 있어요.',
  },
  ledger: { word: '건축물대장', meaning: '건물의 용도, 넓이, 위반 여부를 적은 관청의 장부예요.' },
  ownershipSection: {
    word: '갑구',
    meaning: '등기부에서 소유권에 관한 부분이에요. 주인이 바뀌거나 압류되면 여기에 적혀요.',
  },
  rightsSection: {
    word: '을구',
    meaning: '등기부에서 빚(근저당)과 전세권처럼 소유권이 아닌 권리를 적는 부분이에요.',
  },
  mortgage: {
    word: '근저당권',
    meaning: '집을 담보로 빌린 돈이에요. 갚지 못하면 은행이 집을 경매에 넘기고 먼저 받아 가요.',
  },
  maximumClaim: {
    word: '채권최고액',
    meaning: '담보로 잡은 최대 금액이에요. 보통 실제 빌린 돈의 110~130%로 적혀요.',
  },
  seniorDebt: {
    word: '먼저 받아 가는 빚',
    meaning: '선순위 채권이라고도 해요. 집이 팔리면 내 보증금보다 먼저 돌려받는 돈이에요.',
  },
  provisionalSeizure: {
    word: '가압류',
    meaning: '돈을 받을 사람이 재판 전에 집을 팔지 못하게 묶어 둔 것이에요.',
  },
  seizure: {
    word: '압류',
    meaning: '세금이나 빚을 받으려고 나라나 채권자가 집을 묶은 것이에요. 경매로 이어질 수 있어요.',
  },
  injunction: {
    word: '가처분',
    meaning: '집의 권리를 두고 다툼이 있어서 팔거나 빌려주지 못하게 한 것이에요.',
  },
  auction: { word: '경매개시결정', meaning: '법원이 이 집을 경매에 부치기로 한 것이에요.' },
  provisionalRegistration: {
    word: '가등기',
    meaning:
      '나중에 주인이 될 순서를 미리 잡아 둔 것이에요. 본등기가 되면 그 뒤의 계약은 힘을 잃을 수 있어요.',
  },
  trust: {
    word: '신탁',
    meaning:
      '집을 신탁회사에 맡긴 것이에요. 법적인 주인은 신탁회사라서 그 동의 없이 한 계약은 효력이 없을 수 있어요.',
  },
  jeonseRight: {
    word: '전세권',
    meaning: '전세 계약을 등기한 것이에요. 그 보증금은 내 보증금보다 먼저 돌려받을 수 있어요.',
  },
  leaseholdOrder: {
    word: '임차권등기',
    meaning: '보증금을 돌려받지 못하고 나간 앞선 세입자가 해 둔 등기예요.',
  },
  superficies: {
    word: '지상권',
    meaning: '남의 땅을 쓸 수 있는 권리예요. 땅을 담보로 잡을 때 함께 하기도 해요.',
  },
  separateLand: {
    word: '토지 별도등기',
    meaning: '건물과 다르게 땅에만 걸린 권리가 있다는 뜻이에요. 토지 등기부등본을 따로 봐야 해요.',
  },
  coOwnership: {
    word: '공동소유',
    meaning: '주인이 여러 명이에요. 지분의 절반이 넘는 주인이 동의해야 계약이 안전해요.',
  },
  cancelled: {
    word: '말소',
    meaning: '등기가 지워져 효력이 없어진 것이에요. 서류에는 빨간 줄로 그어져 있어요.',
  },
  illegalBuilding: {
    word: '위반건축물',
    meaning: '허가 없이 고치거나 넓힌 건물이에요. 대출과 보증보험이 막힐 수 있어요.',
  },
  mainUse: {
    word: '주용도',
    meaning:
      '건물을 무엇으로 쓰도록 허가받았는지예요. 주거용이 아니면 전입신고나 보증보험이 어려울 수 있어요.',
  },
  debtRatio: {
    word: '집값 대비 비율',
    meaning: '먼저 받아 가는 빚과 내 보증금을 더해 집값으로 나눈 것이에요. 높을수록 돌려받기 어려워요.',
  },
  officialPrice: { word: '공시가격', meaning: '나라가 해마다 정하는 집값이에요. 시세보다 낮은 편이에요.' },
  guarantee: {
    word: '전세보증금반환보증',
    meaning: '집주인이 보증금을 돌려주지 못하면 보증기관이 대신 돌려주는 보험이에요.',
  },
  exclusiveArea: { word: '전용면적', meaning: '우리 집 문 안쪽의 넓이예요. 계단이나 복도는 빼고 세요.' },
  movingIn: {
    word: '전입신고',
    meaning: '이사한 곳을 주민센터에 알리는 것이에요. 해야 보증금을 지킬 힘(대항력)이 생겨요.',
  },
  confirmedDate: {
    word: '확정일자',
    meaning: '계약서에 받는 날짜 도장이에요. 그 날짜 순서대로 보증금을 돌려받아요.',
  },
};
