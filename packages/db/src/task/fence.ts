import type { TaskId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

/** What proves that a worker still owns a task. Every write of a worker carries it; zero rows means "you lost it". */
export interface Fence {
  readonly taskId: TaskId;
  readonly attempt: number;
  readonly bootId: string;
}

/** The guard itself: parameters $1 to $3 of every fenced statement. */
export const FENCE_SQL = `id = $1 AND attempt = $2 AND boot_id = $3 AND status = 'PROCESSING'`;

export const fenceParams = (fence: Fence): unknown[] => [fence.taskId, fence.attempt, fence.bootId];

/**
 * Which of these attempts still own their task. One query for all tasks of a worker, asked every few seconds, so that
 * a cancel or a loss is noticed without Redis.
 *
 * Called by: worker (ownership check).
 */
export async function ownedTasks(sql: Sql, fences: readonly Fence[]): Promise<Fence[]> {
  if (fences.length === 0) return [];
  const { rows } = await sql.query<{ place: number }>(
    `SELECT asked.place::integer AS place
     FROM unnest($1::text[], $2::integer[], $3::text[]) WITH ORDINALITY AS asked (id, attempt, boot_id, place)
     JOIN task ON task.id = asked.id AND task.attempt = asked.attempt AND task.boot_id = asked.boot_id
     WHERE task.status = 'PROCESSING'`,
    [
      fences.map((fence) => fence.taskId),
      fences.map((fence) => fence.attempt),
      fences.map((fence) => fence.bootId),
    ],
  );
  const places = new Set(rows.map((row) => row.place));
  return fences.filter((_, index) => places.has(index + 1));
}
