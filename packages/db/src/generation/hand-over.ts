import { GENERATION_STEPS, type TaskView } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { FENCE_SQL, type Fence, fenceParams } from '../task/fence.ts';

export interface HandOver {
  /** Null: as the finished step `submit` says, and if there is none, the provider is to be asked by our key. */
  readonly providerTaskId: string | null;
  /** Until the first question. */
  readonly askAfterMs: number;
  readonly at?: Date | undefined;
}

/**
 * From: PROCESSING, owned.   To: PROCESSING without owner and without a next attempt: the provider has it now.
 * Guard: the attempt owns the row.
 * Event: task.progressed.
 * Null when: the task was lost.
 * Called by: worker, once it has handed the work in; sweep, for a worker that died over it.
 *
 * From here on no worker is busy with it and none may claim it: whoever looks first settles it (`settleGenerated`,
 * `failGeneration`), until its ceiling.
 */
export function handOver(sql: Sql, fence: Fence, hand: HandOver): Promise<TaskView | null> {
  return changeTask(sql, HAND_OVER_SQL, [
    ...fenceParams(fence),
    hand.providerTaskId,
    hand.askAfterMs,
    hand.at ?? null,
  ]);
}

const AT = 'coalesce($6::timestamptz, now())';

/** The number of stretches behind it, how many there are, and the one that goes on. */
export const stretchSql = (done: number): string =>
  `jsonb_build_object('done', ${done}, 'total', ${GENERATION_STEPS.length}, 'label', '${GENERATION_STEPS[done] ?? ''}')`;

const HAND_OVER_SQL = `
  WITH changed AS (
    UPDATE task SET
      version = version + 1, worker_id = NULL, boot_id = NULL, worker_missing_since = NULL, progress = ${stretchSql(1)}
    WHERE ${FENCE_SQL} AND kind = 'generation'
    RETURNING ${changedSql(AT)}
  ),
  handed AS (
    INSERT INTO generation (task_id, provider_task_id, handed_over_at, next_check_at)
    SELECT changed.id,
           coalesce($4, (SELECT s.output ->> 'providerTaskId' FROM task_step s
                         WHERE s.task_id = changed.id AND s.mode = 'once' AND s.status = 'DONE')),
           changed.at, changed.at + $5::bigint * interval '1 millisecond'
    FROM changed
  ),
  ${appendTaskEvent('task.progressed')}
  SELECT * FROM appended`;
