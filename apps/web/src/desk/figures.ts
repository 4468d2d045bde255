import type { AnalysisView, NestView } from '@dungji/contracts';
import type { DeskState } from './doc-reading.ts';
import { type EvidenceKey, seniorEntries } from './evidence-key.ts';

/** Who is paid first, in won. `null`: not known, and never counted as nothing. */
export interface Figures {
  seniorKrw: number | null;
  /** With everything counted whose cancellation is in doubt; only when it says more than `seniorKrw`. */
  seniorAtMostKrw: number | null;
  /** What proves the debt: its entries, or the register that names none; `null`: there is no register to point at. */
  evidence: EvidenceKey | null;
  depositKrw: number;
  /** Debt and deposit together. */
  sumKrw: number | null;
  priceKrw: number | null;
  /** `sumKrw` of the price, in whole percent, rounded up: a risk is never rounded away. */
  percent: number | null;
}

export function figuresOf(
  nest: NestView,
  analysis: AnalysisView,
  { readings }: Pick<DeskState, 'readings'>,
): Figures {
  const { registry } = analysis;
  // Of a register that is read in part nobody knows what the rest says.
  const known = readings.REGISTRY !== 'reading' && registry !== null;
  const seniorKrw = known && registry.complete ? registry.seniorDebtKrw : null;
  const atMostKrw = known ? registry.seniorDebtAtMostKrw : null;
  const sumKrw = seniorKrw === null ? null : seniorKrw + nest.depositKrw;
  const { housePriceKrw: priceKrw, depositKrw } = nest;
  return {
    seniorKrw,
    seniorAtMostKrw: atMostKrw !== seniorKrw ? atMostKrw : null,
    evidence: seniorEntries(analysis).length > 0 ? 'senior' : registry === null ? null : 'registry',
    depositKrw,
    sumKrw,
    priceKrw,
    percent: sumKrw === null || !priceKrw ? null : Math.ceil((sumKrw / priceKrw) * 100),
  };
}
