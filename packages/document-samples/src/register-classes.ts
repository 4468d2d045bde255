import type { RegisterOptions } from './generate-register.ts';

/** The sorts of registers that tests and benches go through; each seed of a class is another document. */
export const REGISTER_CLASSES = {
  unit: { kind: '집합건물' },
  house: { kind: '건물' },
  land: { kind: '토지' },
  /** Nothing lives but the owner. */
  clean: { risks: [], settles: true, turns: [] },
  /** Dozens of entries over many pages. */
  long: { events: 80, withSummary: true },
  'valid-only': { variant: 'VALID_ONLY' },
  issued: { usage: 'ISSUE' },
  'summary-only': { variant: 'SUMMARY_ONLY' },
  'pages-missing': { pagesMissing: true, events: 20 },
  pending: { pending: true },
  /** A certificate of a part of the record, which is silent on liens. */
  'part-only': { partOnly: true, risks: ['mortgage'] },
  /** A cancelled entry counts again. */
  restored: { turns: ['restored'], events: 12, settles: true },
  /** A cancellation of one owner's part, or of some part. */
  partial: { turns: ['partial'], risks: ['mortgage', 'seizure'] },
  /** Lines of a live entry are struck, and nothing says why. */
  torn: { turns: ['torn'], risks: ['mortgage', 'lease-order'] },
  /** The red lines are gone: only the rows tell of cancellations. */
  'strikes-lost': { turns: [], style: { strikes: 'lost' } },
  'strikes-patchy': { turns: [], style: { strikes: 'patchy' } },
  'foreign-currency': { risks: ['mortgage', 'foreign-mortgage'] },
  /** The owners of today are several, or a trustee. */
  shared: { risks: ['share-mortgage', 'share-seizure', 'mortgage'], events: 14, settles: false },
  trust: { risks: ['trust', 'mortgage'], events: 6 },
} as const satisfies Record<string, RegisterOptions>;

export type RegisterClass = keyof typeof REGISTER_CLASSES;
