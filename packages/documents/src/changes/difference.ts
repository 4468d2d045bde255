import type {
  ChangeCode,
  ComparisonLimit,
  Evidence,
  FindingSeverity,
  RegistryRight,
} from '@dungji/contracts';
import type { Param } from '../findings/subject.ts';
import type { ChangeTextKey } from './texts.ts';

/** A change before it is put into words. */
export interface Difference {
  readonly code: ChangeCode;
  readonly severity: FindingSeverity;
  readonly text: ChangeTextKey;
  /** Named in the language of the words. */
  readonly right: RegistryRight | null;
  readonly params: Readonly<Record<string, Param>>;
  readonly beforeKrw: number | null;
  readonly afterKrw: number | null;
  readonly before: Evidence[];
  readonly after: Evidence[];
}

/** What two documents tell when they are laid side by side. */
export interface Differences {
  readonly found: readonly Difference[];
  readonly limits: ReadonlySet<ComparisonLimit>;
}

export function difference(
  code: ChangeCode,
  severity: FindingSeverity,
  more: Partial<Omit<Difference, 'code' | 'severity'>> = {},
): Difference {
  return {
    code,
    severity,
    text: more.text ?? (code as ChangeTextKey),
    right: more.right ?? null,
    params: more.params ?? {},
    beforeKrw: more.beforeKrw ?? null,
    afterKrw: more.afterKrw ?? null,
    before: more.before ?? [],
    after: more.after ?? [],
  };
}

/** Nothing of the two may be laid side by side. */
export const notComparable = (limit: ComparisonLimit): Differences => ({
  found: [],
  limits: new Set([limit]),
});
