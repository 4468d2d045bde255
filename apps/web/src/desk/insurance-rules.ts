import type { AnalysisView, FindingCode, InsuranceRuleView } from '@dungji/contracts';
import { type EvidenceKey, evidenceOf } from './evidence-key.ts';

type RuleCode = InsuranceRuleView['code'];

/** Rules whose failure is a distance in won. */
const BY_AMOUNT: readonly RuleCode[] = [
  'DEPOSIT_CAP',
  'DEBT_WITHIN_VALUE',
  'SENIOR_DEBT_SHARE',
  'MULTI_HOUSEHOLD_SHARE',
];

/** How many won too much; `null` when the rule is not about won, or its numbers are not known. */
export function excessKrw({ code, actual, limit }: InsuranceRuleView): number | null {
  if (!BY_AMOUNT.includes(code) || typeof actual !== 'number' || typeof limit !== 'number') return null;
  return actual > limit ? actual - limit : null;
}

const FINDINGS_OF_RULE: Partial<Record<RuleCode, readonly FindingCode[]>> = {
  OWNERSHIP_UNRESTRICTED: [
    'AUCTION',
    'SEIZURE',
    'PROVISIONAL_SEIZURE',
    'INJUNCTION',
    'PROVISIONAL_REGISTRATION',
  ],
  JEONSE_RIGHT_CLEARED: ['JEONSE_RIGHT'],
  NO_VIOLATION: ['ILLEGAL_BUILDING'],
  RESIDENTIAL_USE: ['NON_RESIDENTIAL_USE'],
};

const KEY_OF_RULE: Partial<Record<RuleCode, EvidenceKey>> = {
  DEBT_WITHIN_VALUE: 'senior',
  SENIOR_DEBT_SHARE: 'senior',
  MULTI_HOUSEHOLD_SHARE: 'senior',
  LANDLORD_IS_OWNER: 'owner.0',
};

/** Where a rule's numbers or words stand on paper, if they do. */
export function ruleEvidence({ code }: InsuranceRuleView, analysis: AnalysisView): EvidenceKey | null {
  const codes = FINDINGS_OF_RULE[code] ?? [];
  const index = analysis.findings.findIndex((finding) => codes.includes(finding.code));
  const key = index >= 0 ? `finding.${index}` : KEY_OF_RULE[code];
  return key !== undefined && evidenceOf(key, analysis) !== null ? key : null;
}
