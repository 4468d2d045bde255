import type { InsuranceRuleCode, InsuranceRuleView, Locale, RuleVerdict, Text } from '@dungji/contracts';
import { wordKrw } from '../findings/word.ts';
import type { RuleAnswer } from './case.ts';

/** The rule itself. */
const RULES: Readonly<Record<InsuranceRuleCode, Text>> = {
  DEPOSIT_CAP: {
    ko: '보증금(월세는 보증금으로 환산)이 한도 이하여야 해요',
    en: 'The deposit, with rent converted, must not exceed the cap',
  },
  DEBT_WITHIN_VALUE: {
    ko: '보증금과 선순위채권의 합이 주택가액(집값의 90%) 이하여야 해요',
    en: 'Deposit and senior debts together must not exceed the value of the home (90% of its price)',
  },
  SENIOR_DEBT_SHARE: {
    ko: '선순위채권이 주택가액의 60% 이하여야 해요',
    en: 'Senior debts must not exceed 60% of the value of the home',
  },
  MULTI_HOUSEHOLD_SHARE: {
    ko: '단독·다가구는 선순위채권과 다른 세입자 보증금의 합이 주택가액의 80% 이하여야 해요',
    en: 'In a house of several households, senior debts and earlier deposits must not exceed 80% of its value',
  },
  TERM_AT_LEAST_A_YEAR: {
    ko: '계약 기간이 1년 이상이어야 해요',
    en: 'The contract must run for a year or longer',
  },
  APPLY_IN_TIME: {
    ko: '계약 기간의 절반이 지나기 전에 신청해야 해요',
    en: 'The application must come before half of the term has passed',
  },
  OWNERSHIP_UNRESTRICTED: {
    ko: '소유권에 경매·압류·가압류·가처분·가등기가 없어야 해요',
    en: 'No auction, seizure, injunction or provisional registration on the ownership',
  },
  JEONSE_RIGHT_CLEARED: {
    ko: '이미 등기된 전세권은 말소하거나 공사에 이전해야 해요',
    en: 'An existing jeonse right must be cancelled or handed over to the guarantor',
  },
  NO_VIOLATION: { ko: '위반건축물이 아니어야 해요', en: 'The building must not be marked as illegal' },
  RESIDENTIAL_USE: { ko: '주거용 건물이어야 해요', en: 'The building must be a dwelling' },
  LANDLORD_IS_OWNER: { ko: '임대인이 소유자여야 해요', en: 'The landlord must be the owner' },
};

const VERDICTS: Readonly<Record<RuleVerdict, Text>> = {
  PASS: { ko: '충족', en: 'met' },
  FAIL: { ko: '미충족', en: 'not met' },
  UNKNOWN: { ko: '확인 필요', en: 'cannot be told yet' },
};

export function wordRule(answer: RuleAnswer, locale: Locale): InsuranceRuleView {
  const numbers = [answer.actual, answer.limit].map((each) => wordNumber(each, answer.unit, locale));
  const compared =
    answer.limit === null
      ? // YES or NO is what the verdict says already, in words.
        answer.actual === null || answer.code === 'NO_VIOLATION'
        ? ''
        : ` (${numbers[0]})`
      : ` (${numbers[0]} / ${numbers[1]})`;
  const text = `${RULES[answer.code][locale]}: ${VERDICTS[answer.verdict][locale]}${compared}`;
  return { ...answer, text };
}

function wordNumber(value: RuleAnswer['actual'], unit: RuleAnswer['unit'], locale: Locale): string {
  if (value === null) return locale === 'ko' ? '알 수 없음' : 'unknown';
  if (unit === 'KRW') return wordKrw(Number(value), locale);
  if (unit === 'MONTHS') return locale === 'ko' ? `${value}개월` : `${value} months`;
  return unit === 'DAY' && locale === 'ko' ? String(value).replaceAll('-', '.') : String(value);
}
