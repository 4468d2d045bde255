import type { ReadingDoubt, Text } from '@dungji/contracts';

/** Why a reading is incomplete, as a sentence. */
export const DOUBT_TEXTS: Readonly<Record<ReadingDoubt, Text>> = {
  PAGES_MISSING: { ko: '빠진 쪽이 있어요.', en: 'Pages are missing.' },
  SUMMARY_ONLY: {
    ko: '요약만 있고 증명서 본문이 없어요.',
    en: 'It is only the summary, without the certificate itself.',
  },
  PARTIAL_CERTIFICATE: { ko: '일부만 담은 증명서예요.', en: 'It is a certificate of a part.' },
  APPLICATION_PENDING: {
    ko: '처리 중인 등기신청이 있어 내용이 곧 바뀌어요.',
    en: 'An application is pending, so the record is about to change.',
  },
  PAGE_UNREADABLE: { ko: '읽지 못한 곳이 있어요.', en: 'Some of it could not be read.' },
  CANCELLATION_UNCLEAR: {
    ko: '말소되었는지 분명하지 않은 등기가 있어요.',
    en: 'Some entries may or may not be cancelled.',
  },
  CANCELLED_ENTRY_NOT_FOUND: {
    ko: '말소등기가 가리키는 등기를 찾지 못했어요.',
    en: 'A cancellation names an entry that was not found.',
  },
  AMOUNT_UNREAD: { ko: '읽지 못한 금액이 있어요.', en: 'An amount could not be read.' },
  FOREIGN_CURRENCY: { ko: '외화로 적힌 금액이 있어요.', en: 'An amount is in a foreign currency.' },
  OWNER_UNREAD: { ko: '소유자를 확실히 읽지 못했어요.', en: 'The owner could not be read for certain.' },
  SUMMARY_DISAGREES: { ko: '요약과 본문이 서로 달라요.', en: 'The summary and the body disagree.' },
  RANKS_OUT_OF_ORDER: {
    ko: '순위번호가 이어지지 않아요.',
    en: 'The ranks do not follow each other: a row may be missing.',
  },
  LOW_CONFIDENCE: { ko: '글자가 흐려 믿을 수 없는 곳이 있어요.', en: 'Some of it is too blurred to trust.' },
  OTHER_DOCUMENT: { ko: '다른 종류의 문서예요.', en: 'It is another kind of document.' },
};
