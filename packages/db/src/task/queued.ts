import type { TaskId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

export interface MarkQueued {
  readonly taskId: TaskId;
  /** The attempt the job will start. */
  readonly attempt: number;
  readonly jobId: string;
}

/**
 * From: PENDING, or PROCESSING without owner.   To: the same, known to be queued.
 * Guard: the job's attempt is still the next one, and nobody owns the row.
 * Event: none; nobody sees it.
 * False when: a worker was faster, or the task was settled. Nothing is to be done about it.
 * Called by: api, worker and sweep, after the queue took the job.
 */
export async function markQueued(sql: Sql, { taskId, attempt, jobId }: MarkQueued): Promise<boolean> {
  const { count } = await sql.query(
    `UPDATE task SET job_id = $3
     WHERE id = $1 AND attempt = $2::integer - 1 AND worker_id IS NULL AND status IN ('PENDING', 'PROCESSING')`,
    [taskId, attempt, jobId],
  );
  return count === 1;
}
