import type { AnalysisVerdict, FindingSeverity } from '@dungji/contracts';
import { crossChecks } from './cross-checks.ts';
import { ledgerFindings } from './ledger-findings.ts';
import { debtRatio, staleness } from './money-and-age.ts';
import { registryFindings } from './registry-findings.ts';
import type { FoundFact, Subject } from './subject.ts';
import { unknowns } from './unknowns.ts';

const ORDER: Record<FindingSeverity, number> = { HIGH: 0, CAUTION: 1, INFO: 2 };

/** Everything a tenant should know about a nest by its documents, gravest first. */
export function findingsOf(subject: Subject): FoundFact[] {
  const found = [
    ...crossChecks(subject),
    ...(subject.registry ? registryFindings(subject.registry, subject) : []),
    ...(subject.ledger ? ledgerFindings(subject.ledger, subject) : []),
    ...debtRatio(subject),
    ...staleness(subject),
    ...unknowns(subject),
  ];
  return found.sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

/** See AnalysisVerdict: CLEAR only where everything was read and nothing was found. */
export function verdictOf(found: readonly Pick<FoundFact, 'code' | 'severity'>[]): AnalysisVerdict {
  const isUnknown = (fact: Pick<FoundFact, 'code'>) => fact.code === 'CANNOT_TELL';
  if (found.some((fact) => fact.severity === 'HIGH')) return 'DANGER';
  if (found.some((fact) => isUnknown(fact) && fact.severity === 'CAUTION')) return 'CANNOT_TELL';
  if (found.some((fact) => fact.severity === 'CAUTION')) return 'CAUTION';
  return found.some(isUnknown) ? 'CANNOT_TELL' : 'CLEAR';
}
