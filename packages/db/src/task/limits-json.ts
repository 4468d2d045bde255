import { KINDS, type Limits, TaskKind } from '@dungji/contracts';

/** One limit of every kind, for SQL to pick by the row's kind: `($n::jsonb ->> kind)::bigint`. */
export const limitsJson = (name: 'pendingLimitMs' | 'processingLimitMs', limits: Limits): string =>
  JSON.stringify(Object.fromEntries(TaskKind.options.map((kind) => [kind, KINDS[kind][name](limits)])));
