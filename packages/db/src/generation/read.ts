import type { GenerationView, ProviderRecord, TaskId, UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import { type PageOf, pageOf } from '../task/read.ts';
import { type TaskSnapshot, toTaskView } from '../task/view.ts';

interface GenerationRow {
  readonly view: TaskSnapshot;
  readonly extra: Pick<
    GenerationView,
    'prompt' | 'seconds' | 'imageDocumentId' | 'imageUrl' | 'creditsCharged' | 'creditsRefunded'
  >;
}

const amountOf = (reference: string): string =>
  `coalesce((SELECT abs(amount) FROM credit_entry WHERE reference = '${reference}:' || task.id), 0)`;

const LIST_SQL = `
  SELECT task_snapshot(task) AS view,
         jsonb_build_object(
           'prompt', input -> 'prompt', 'seconds', input -> 'seconds',
           'imageDocumentId', input -> 'imageDocumentId', 'imageUrl', input -> 'imageUrl',
           'creditsCharged', ${amountOf('charge')}, 'creditsRefunded', ${amountOf('refund')}) AS extra
  FROM task
  WHERE user_id = $1 AND kind = 'generation' AND ($2::text IS NULL OR id < $2)
  ORDER BY id DESC LIMIT $3`;

/** One's own generations with what they cost, newest first. Called by: api. */
export async function listGenerations(
  sql: Sql,
  query: { readonly userId: UserId; readonly cursor?: string | undefined; readonly limit: number },
): Promise<PageOf<GenerationView>> {
  const { rows } = await sql.query<GenerationRow>(LIST_SQL, [
    query.userId,
    query.cursor ?? null,
    query.limit + 1,
  ]);
  return pageOf(
    rows.map(({ view, extra }): GenerationView => ({ ...toTaskView(view), ...extra })),
    query.limit,
    (item) => item.id,
  );
}

/** What operators see of a video at the provider. Null: it was not handed over. Called by: api, with a task's timeline. */
export async function providerRecord(sql: Sql, taskId: TaskId): Promise<ProviderRecord | null> {
  const { rows } = await sql.query<ProviderRecord>(
    `SELECT provider_task_id AS "providerTaskId", provider_state AS state, queries, last_problem AS "lastProblem",
            iso_time(handed_over_at) AS "handedOverAt", iso_time(completed_at) AS "completedAt",
            iso_time(next_check_at) AS "nextCheckAt"
     FROM generation WHERE task_id = $1`,
    [taskId],
  );
  return rows[0] ?? null;
}
