import type { RegistryEntry, RegistryRight, RuleVerdict } from '@dungji/contracts';
import { isNoDwelling } from '../findings/ledger-findings.ts';
import { areOwnersKnown, bareName, namesIn } from '../findings/names.ts';
import type { InsuranceCase, RuleAnswer } from './case.ts';
import { CONDITIONS } from './hug-rules.ts';

const RESTRICTIONS = new Set<RegistryRight>([
  'AUCTION',
  'SEIZURE',
  'PROVISIONAL_SEIZURE',
  'INJUNCTION',
  'PROVISIONAL_REGISTRATION',
]);

/** Rules about what the documents say. Words instead of amounts: `actual` names what stands there. */
export function registerRules(asked: InsuranceCase): RuleAnswer[] {
  const { registry, ledger, nest } = asked;
  const words = (code: RuleAnswer['code'], verdict: RuleVerdict, actual: string | null): RuleAnswer => ({
    code,
    verdict,
    unit: 'TEXT',
    actual,
    limit: null,
    source: CONDITIONS.source,
  });
  const restricted = burdens(asked, (entry) => RESTRICTIONS.has(entry.right));
  const jeonse = burdens(asked, (entry) => entry.right === 'JEONSE');
  const use = ledger?.mainUse ?? null;
  const owners = registry?.owners.map((owner) => owner.name).join(', ') || null;
  return [
    words('OWNERSHIP_UNRESTRICTED', restricted.verdict, restricted.names),
    // It may also be handed over to the guarantor, which no document tells beforehand.
    words('JEONSE_RIGHT_CLEARED', jeonse.verdict === 'FAIL' ? 'UNKNOWN' : jeonse.verdict, jeonse.names),
    words(
      'NO_VIOLATION',
      ledger?.violation === 'YES' ? 'FAIL' : ledger?.violation === 'NO' ? 'PASS' : 'UNKNOWN',
      ledger === null || ledger.violation === 'UNKNOWN' ? null : ledger.violation,
    ),
    words(
      'RESIDENTIAL_USE',
      use === null ? 'UNKNOWN' : isNoDwelling(use, nest.buildingType) ? 'FAIL' : 'PASS',
      use,
    ),
    words('LANDLORD_IS_OWNER', landlordIsOwner(asked), owners),
  ];
}

function burdens(
  { registry }: InsuranceCase,
  isOne: (entry: RegistryEntry) => boolean,
): { verdict: RuleVerdict; names: string | null } {
  if (!registry) return { verdict: 'UNKNOWN', names: null };
  const found = registry.entries.filter(
    (entry) => entry.deed === 'SET' && entry.cancelled !== true && isOne(entry),
  );
  const names = found.map((entry) => `${entry.section} ${entry.rank ?? ''} ${entry.purpose}`).join(', ');
  if (found.some((entry) => entry.cancelled === false)) return { verdict: 'FAIL', names };
  if (found.length > 0 || !registry.complete) return { verdict: 'UNKNOWN', names: names || null };
  return { verdict: 'PASS', names: null };
}

function landlordIsOwner({ registry, nest }: InsuranceCase): RuleVerdict {
  if (!registry?.complete || !areOwnersKnown(registry)) return 'UNKNOWN';
  const landlords = namesIn(nest.landlordName);
  if (landlords.length === 0) return 'UNKNOWN';
  const owners = new Set(registry.owners.map((owner) => bareName(owner.name)));
  return landlords.every((name) => owners.has(name)) ? 'PASS' : 'FAIL';
}
