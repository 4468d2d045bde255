import type { Progress, TaskView } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { FENCE_SQL, type Fence, fenceParams } from './fence.ts';

/**
 * From: PROCESSING.   To: PROCESSING.
 * Guard: the attempt owns the row.
 * Event: task.progressed.
 * Null when: the task was lost.
 * Called by: worker.
 */
export function reportProgress(
  sql: Sql,
  fence: Fence,
  progress: Progress,
  at?: Date,
): Promise<TaskView | null> {
  return changeTask(sql, PROGRESS_SQL, [...fenceParams(fence), JSON.stringify(progress), at ?? null]);
}

const PROGRESS_SQL = `
  WITH changed AS (
    UPDATE task SET version = version + 1, progress = $4::jsonb
    WHERE ${FENCE_SQL}
    RETURNING ${changedSql('coalesce($5::timestamptz, now())')}
  ),
  ${appendTaskEvent('task.progressed')}
  SELECT * FROM appended`;
