import type { InsuranceView, Locale } from '@dungji/contracts';
import type { InsuranceCase } from './case.ts';
import { moneyRules } from './money-rules.ts';
import { registerRules } from './register-rules.ts';
import { termRules } from './term-rules.ts';
import { wordRule } from './texts.ts';

/** Whether the deposit can be guaranteed, rule by rule: one that fails decides, one that cannot be told asks for more. */
export function checkInsurance(asked: InsuranceCase, locale: Locale): InsuranceView {
  const answers = [...moneyRules(asked), ...termRules(asked), ...registerRules(asked)];
  const verdict = answers.some((answer) => answer.verdict === 'FAIL')
    ? 'NOT_ELIGIBLE'
    : answers.some((answer) => answer.verdict === 'UNKNOWN')
      ? 'NEEDS_INFO'
      : 'ELIGIBLE';
  return { verdict, rules: answers.map((answer) => wordRule(answer, locale)), asOf: asked.day };
}
