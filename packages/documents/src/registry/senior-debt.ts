import type { RegistryEntry, RegistryView } from '@dungji/contracts';

const DEBTS = new Set<RegistryEntry['right']>(['MORTGAGE', 'JEONSE', 'LEASEHOLD_ORDER']);

/** Whether an entry counts as a debt that comes before the deposit: what may live counts as alive. */
export const isSeniorDebt = (entry: RegistryEntry): boolean =>
  DEBTS.has(entry.right) && entry.deed === 'SET' && entry.cancelled !== true;

/**
 * What comes before a new tenant's deposit: live mortgages at their maximum, jeonse rights and registered leases. Exact
 * or null: an unread amount, a doubtful cancellation or a missing page makes the sum unknown, never smaller.
 */
export function seniorDebtOf(
  entries: readonly RegistryEntry[],
  complete: boolean,
): Pick<RegistryView, 'seniorDebtKrw' | 'seniorDebtAtMostKrw'> {
  if (!complete) return { seniorDebtKrw: null, seniorDebtAtMostKrw: null };
  const debts = entries.filter(isSeniorDebt);
  let sum: number | null = 0;
  for (const debt of debts) {
    const amount: number | null = debt.inForce?.amountKrw ?? null;
    sum = sum === null || amount === null ? null : sum + amount;
  }
  const isExact = debts.every((debt) => debt.cancelled === false);
  return { seniorDebtKrw: isExact ? sum : null, seniorDebtAtMostKrw: sum };
}
