import { EntitySchema } from 'typeorm';
import { byNow, checks, json, key, text, time } from './columns.ts';

export const SweepRun = new EntitySchema({
  name: 'sweep_run',
  columns: {
    id: key('sweep_run_pkey'),
    by: text,
    at: byNow(time),
    result: json,
  },
  indices: [{ name: 'sweep_run_by_age', columns: ['at'] }],
  checks: checks({ by_is_known: `by IN ('worker', 'api', 'operator')` }),
});
