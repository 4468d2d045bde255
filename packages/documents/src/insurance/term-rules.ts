import type { InsuranceCase, RuleAnswer } from './case.ts';
import { CONDITIONS, onDay, TERM_MONTHS_MIN } from './hug-rules.ts';

const DAY_MS = 86_400_000;

/** Rules about the term of the contract. Its last day belongs to it. */
export function termRules({ nest, day }: InsuranceCase): RuleAnswer[] {
  const { value: monthsMin, source } = onDay(TERM_MONTHS_MIN, day);
  const months = wholeMonths(nest.contractFrom, nest.contractTo);
  const days = daysBetween(nest.contractFrom, nest.contractTo) + 1;
  // The last day on which less than half of the term has passed.
  const lastDay = addDays(nest.contractFrom, Math.ceil(days / 2) - 1);
  return [
    {
      code: 'TERM_AT_LEAST_A_YEAR',
      verdict: months >= monthsMin ? 'PASS' : 'FAIL',
      unit: 'MONTHS',
      actual: months,
      limit: monthsMin,
      source,
    },
    {
      code: 'APPLY_IN_TIME',
      verdict: day <= lastDay ? 'PASS' : 'FAIL',
      unit: 'DAY',
      actual: day,
      limit: lastDay,
      source: CONDITIONS.source,
    },
  ];
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Whole months from the first day up to and with the last one: 2026-03-01 to 2027-02-28 are twelve. */
function wholeMonths(from: string, to: string): number {
  const end = addDays(to, 1);
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [endYear = 0, endMonth = 0, endDay = 0] = end.split('-').map(Number);
  const months = (endYear - fromYear) * 12 + (endMonth - fromMonth);
  const lastOfEndMonth = new Date(Date.UTC(endYear, endMonth, 0)).getUTCDate();
  const isFull = endDay >= fromDay || endDay === lastOfEndMonth;
  return isFull ? months : months - 1;
}
