/** What two documents of one type say otherwise. */
export const changesKo = {
  titleOf: { REGISTRY: '등기부등본에서 달라진 것', LEDGER: '건축물대장에서 달라진 것' },
  against: '{{time}} 서류와 비교했어요.',
  outcome: {
    CHANGED_one: '{{count}}가지가 달라졌어요',
    CHANGED_other: '{{count}}가지가 달라졌어요',
    SAME: '달라진 것이 없어요',
    CANNOT_TELL: '달라졌는지 알 수 없어요',
  },
  lead: {
    SAME: '두 서류를 끝까지 읽어 견주었어요.',
    CANNOT_TELL: '비교하지 못한 것이 있어요. 바뀐 것이 없다는 뜻이 아니에요.',
  },
  more: '이것 말고도 바뀐 것이 있을 수 있어요.',
  to: '에서',
  limit: {
    EARLIER_UNREAD: '지난 서류를 읽지 못해서 견줄 수 없어요.',
    NEWER_UNREAD: '새 서류를 읽지 못해서 견줄 수 없어요.',
    OTHER_HOME: '두 서류가 서로 다른 집의 것이에요.',
    NEWER_IS_OLDER: '나중에 올린 서류가 지난 서류보다 먼저 뗀 것이에요. 새로 발급해서 견주어 보세요.',
    EARLIER_PARTIAL: '지난 서류를 끝까지 읽지 못했어요.',
    NEWER_PARTIAL: '새 서류를 끝까지 읽지 못했어요.',
    APPLICATION_PENDING:
      '등기소에 처리 중인 신청이 있어서 곧 바뀔 수 있어요. 처리가 끝난 뒤 다시 발급하세요.',
    ENTRIES_UNCLEAR: '말소되었는지, 지난 서류의 어느 줄과 같은 것인지 분명하지 않은 등기가 있어요.',
    AMOUNTS_UNREAD: '한쪽 서류에서 금액을 읽지 못한 등기가 있어요.',
    OWNERS_UNREAD: '소유자를 확실히 읽지 못해서 바뀌었는지 알 수 없어요.',
    NAMES_UNCLEAR: '스캔에서 알아본 이름이 조금 달라요. 다른 사람인지 직접 확인하세요.',
    VIOLATION_UNKNOWN: '한쪽 대장에서 위반건축물 표시를 확인하지 못했어요.',
    SOURCES_DIFFER: '하나는 공공데이터, 하나는 대장 파일이라 위반 표시만 견주었어요.',
    READERS_DIFFER: '두 서류를 읽은 방식이 달라요. 지난 서류를 다시 읽으면 더 정확해요.',
  },
};
