import { EntitySchema } from 'typeorm';
import { byDefault, byNow, checks, integer, key, named, optional, text, time } from './columns.ts';

/** What is known of a video at the provider, from the moment its worker has let it go. */
export const Generation = new EntitySchema({
  name: 'generation',
  columns: {
    taskId: named('task_id', key('generation_pkey')),
    /** Null: it is not known whether the provider took it; it is asked by our key. */
    providerTaskId: named('provider_task_id', optional(text)),
    /** As the provider spelled it when it was last asked. */
    providerState: named('provider_state', optional(text)),
    handedOverAt: named('handed_over_at', byNow(time)),
    /** The provider's own, if it is a plausible one. The first one told stays. */
    completedAt: named('completed_at', optional(time)),
    /** How often it was asked about: the fence of a look, since of two looks the later one tells. */
    queries: byDefault(0, integer),
    /** When to ask next; while a look is under way, when to believe it dead. Null: the task is over. */
    nextCheckAt: named('next_check_at', optional(time)),
    /** Why the last look brought nothing. */
    lastProblem: named('last_problem', optional(text)),
  },
  uniques: [{ name: 'each_provider_task_once', columns: ['providerTaskId'] }],
  indices: [
    {
      name: 'generation_by_next_check',
      columns: ['nextCheckAt', 'taskId'],
      where: 'next_check_at IS NOT NULL',
    },
  ],
  foreignKeys: [
    {
      name: 'generation_belongs_to_task',
      target: 'task',
      columnNames: ['taskId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  checks: checks({ queries_count_from_zero: 'queries >= 0' }),
});
