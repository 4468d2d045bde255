import { EntitySchema } from 'typeorm';
import { bigint, checks, json, key, named, optional, text, time } from './columns.ts';

/** The counter of a stream. Its row is locked from the increment to the commit, which makes the numbers gapless. */
export const Stream = new EntitySchema({
  name: 'stream',
  columns: { name: key('stream_pkey'), lastSeq: named('last_seq', bigint) },
  checks: checks({ seq_counts_from_one: 'last_seq >= 1' }),
});

/** "Row X is now at version N". Written in the statement of the change, pruned by age. */
export const StreamEvent = new EntitySchema({
  name: 'event',
  columns: {
    stream: key('event_pkey'),
    seq: key('event_pkey', bigint),
    type: text,
    at: time,
    taskId: named('task_id', optional(text)),
    payload: json,
  },
  indices: [
    { name: 'event_of_task', columns: ['taskId', 'at'], where: 'task_id IS NOT NULL' },
    // A block-range index, which TypeORM cannot describe.
    { name: 'event_by_age', synchronize: false },
  ],
  checks: checks({ seq_counts_from_one: 'seq >= 1' }),
});
