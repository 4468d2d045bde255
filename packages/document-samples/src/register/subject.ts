import type { RegisterKind } from './register.ts';

/** What can burden a home at the end of its story. The portal takes these words in addresses. */
export const RISKS = [
  'mortgage',
  'seizure',
  'trust',
  'lease-order',
  'auction',
  'provisional',
  'injunction',
  'jeonse',
  'superficies',
  'old-mortgage',
  'foreign-mortgage',
  'share-mortgage',
  'share-seizure',
  'secured-claim',
  'notice',
  'forced-auction',
  'lease-right',
] as const;
export type Risk = (typeof RISKS)[number];

/** What can happen to a home after a certificate was printed: a burden, a sale to somebody else, or every lien paid off. */
export const LATER_EVENTS = [...RISKS, 'sale', 'payoff'] as const;
export type LaterEvent = (typeof LATER_EVENTS)[number];

/** What is known of a home before its register is imagined. */
export interface Subject {
  readonly seed: string;
  readonly kind: RegisterKind;
  /** Formatted 4-4-6. */
  readonly uniqueNumber: string;
  /** Region and lot: `서울특별시 둥지구 가상동 123-45`. */
  readonly lotAddress: string;
  readonly roadAddress: string;
  readonly buildingName: string;
  readonly dong: string;
  /** `3`, `지하1`. */
  readonly floor: string;
  readonly unit: string;
  /** Current owners in order; empty means: invent them. */
  readonly owners: readonly string[];
  readonly risks: ReadonlySet<Risk>;
  /** What was entered since, in order; everything before it stays as it was. */
  readonly later?: readonly LaterEvent[];
}

/** `제3층 제302호`: the unit inside its building. */
export function unitLabel(subject: Pick<Subject, 'floor' | 'unit'>): string {
  return [subject.floor && `제${subject.floor}층`, subject.unit && `제${subject.unit}호`]
    .filter(Boolean)
    .join(' ');
}

/** The subject line of a register without its kind: the lot; then the building and the unit, where units are registered. */
export function subjectLine(
  subject: Pick<Subject, 'kind' | 'lotAddress' | 'buildingName' | 'dong' | 'floor' | 'unit'>,
): string {
  if (subject.kind !== '집합건물') return subject.lotAddress;
  const dong = subject.dong && `제${subject.dong}동`;
  return [subject.lotAddress, subject.buildingName, dong, unitLabel(subject)].filter(Boolean).join(' ');
}
