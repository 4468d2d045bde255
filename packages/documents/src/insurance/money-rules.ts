import type { RuleVerdict } from '@dungji/contracts';
import type { InsuranceCase, RuleAnswer } from './case.ts';
import {
  DEPOSIT_CAP,
  MULTI_HOUSEHOLD_SHARE,
  OFFICIAL_PRICE_FACTOR,
  onDay,
  RENT_CONVERSION_PERMILLE,
  SENIOR_SHARE,
  VALUE_SHARE,
} from './hug-rules.ts';

/** Rules that compare amounts. All of it is whole won: shares are compared by multiplying, never by rounding. */
export function moneyRules(asked: InsuranceCase): RuleAnswer[] {
  const { nest, day } = asked;
  const value = homeValueOf(asked);
  const senior = seniorOf(asked);
  const share = onDay(VALUE_SHARE, day);
  const seniorShare = onDay(SENIOR_SHARE, day);
  const rules = [depositCap(asked)];

  const others = sharesTheHouse(asked) ? asked.otherDepositsKrw : 0;
  const total = range(senior, (krw) => krw + nest.depositKrw + (others ?? 0));
  rules.push({
    code: 'DEBT_WITHIN_VALUE',
    unit: 'KRW',
    verdict: within(total, value, others !== null),
    actual: senior.exact === null ? null : total.exact,
    limit: value,
    source: share.source,
  });
  const seniorLimit = value === null ? null : percentOf(value, seniorShare.value);
  rules.push({
    code: 'SENIOR_DEBT_SHARE',
    unit: 'KRW',
    verdict: within(senior, seniorLimit, true),
    actual: senior.exact,
    limit: seniorLimit,
    source: seniorShare.source,
  });
  if (sharesTheHouse(asked)) {
    const multi = onDay(MULTI_HOUSEHOLD_SHARE, day);
    const limit = value === null ? null : percentOf(value, multi.value);
    const sum = range(senior, (krw) => krw + (others ?? 0));
    rules.push({
      code: 'MULTI_HOUSEHOLD_SHARE',
      unit: 'KRW',
      verdict: within(sum, limit, others !== null),
      actual: others === null ? null : sum.exact,
      limit,
      source: multi.source,
    });
  }
  return rules;
}

/** Other tenants of the same register come before; how much, no document tells. */
const sharesTheHouse = ({ nest }: InsuranceCase): boolean =>
  nest.buildingType === 'MULTI_HOUSEHOLD' || nest.buildingType === 'DETACHED';

const CAPITAL = /^\s*(서울|경기|인천)/;

function depositCap({ nest, day }: InsuranceCase): RuleAnswer {
  const { value, source } = onDay(DEPOSIT_CAP, day);
  const limit = CAPITAL.test(nest.roadAddress) ? value.capital : value.elsewhere;
  const { value: permille } = onDay(RENT_CONVERSION_PERMILLE, day);
  const converted = nest.depositKrw + Math.ceil((nest.monthlyRentKrw * 12 * 1000) / permille);
  // Only one source says that the rent counts towards the cap.
  const verdict: RuleVerdict = nest.depositKrw > limit ? 'FAIL' : converted > limit ? 'UNKNOWN' : 'PASS';
  return {
    code: 'DEPOSIT_CAP',
    verdict,
    unit: 'KRW',
    actual: nest.depositKrw > limit ? nest.depositKrw : converted,
    limit,
    source,
  };
}

/** Value of the home (주택가액) in won; null: its price is not known. Fractions of a won are cut, as a limit's are. */
function homeValueOf({ nest, ledger, day }: InsuranceCase): number | null {
  const official = ledger?.officialPrice ?? null;
  const price =
    nest.housePriceKrw ??
    (official && nest.buildingType !== 'MULTI_HOUSEHOLD'
      ? percentOf(official.amountKrw, onDay(OFFICIAL_PRICE_FACTOR, day).value)
      : null);
  return price === null ? null : percentOf(price, onDay(VALUE_SHARE, day).value);
}

/** Amounts of homes are below 10^13 won, so the product is exact. */
const percentOf = (krw: number, percent: number): number => Math.floor((krw * percent) / 100);

/** What is known of an amount: exactly, or at most and at least. */
interface Range {
  readonly exact: number | null;
  readonly least: number;
  readonly most: number | null;
}

function seniorOf({ registry }: InsuranceCase): Range {
  const exact = registry?.seniorDebtKrw ?? null;
  const certain = (registry?.entries ?? [])
    .filter((entry) => entry.cancelled === false && entry.deed === 'SET')
    .filter((entry) => ['MORTGAGE', 'JEONSE', 'LEASEHOLD_ORDER'].includes(entry.right))
    .reduce((sum, entry) => sum + (entry.inForce?.amountKrw ?? 0), 0);
  return { exact, least: exact ?? certain, most: exact ?? registry?.seniorDebtAtMostKrw ?? null };
}

const range = ({ exact, least, most }: Range, change: (krw: number) => number): Range => ({
  exact: exact === null ? null : change(exact),
  least: change(least),
  most: most === null ? null : change(most),
});

/** PASS only when even the most that it can be fits, and everything that counts is known. */
function within({ least, most }: Range, limit: number | null, isWhole: boolean): RuleVerdict {
  if (limit === null) return 'UNKNOWN';
  if (least > limit) return 'FAIL';
  return isWhole && most !== null && most <= limit ? 'PASS' : 'UNKNOWN';
}
