import type { Client } from 'pg';

const STORIES_MAX = 12;

/** What is on record about the tasks and cards that these sentences name. */
export async function storiesOf(sql: Client, sentences: readonly string[]): Promise<string[]> {
  const ids = [...new Set(sentences.flatMap((sentence) => sentence.match(/(tsk|apv)_\w+/g) ?? []))];
  const stories: string[] = [];
  for (const id of ids.slice(0, STORIES_MAX)) {
    const { rows } = await sql.query<{ line: string }>(STORY_SQL, [id]);
    stories.push([`on record about ${id}:`, ...rows.map(({ line }) => `    ${line}`)].join('\n'));
  }
  return stories;
}

const STORY_SQL = `
  SELECT line FROM (
    SELECT at, seq, concat_ws(' ', to_char(at, 'HH24:MI:SS.MS'), type, 'v' || (payload -> 'task' ->> 'version'),
      payload -> 'task' ->> 'status', 'attempt ' || (payload -> 'task' ->> 'attempt'), payload -> 'task' ->> 'workerId',
      payload -> 'task' ->> 'lastErrorCode', payload -> 'task' ->> 'errorCode', payload -> 'task' -> 'progress' ->> 'label',
      'card ' || (payload -> 'approval' ->> 'status')) AS line
    FROM event WHERE stream <> 'operators' AND (task_id = $1 OR payload -> 'approval' ->> 'id' = $1)
    UNION ALL
    SELECT started_at, position, concat_ws(' ', to_char(started_at, 'HH24:MI:SS.MS'), 'step', position, name, mode, status,
      'attempt ' || attempt, idempotency_key, left(output::text, 200), left(error::text, 200),
      'until ' || to_char(finished_at, 'HH24:MI:SS.MS'))
    FROM task_step WHERE task_id = $1
    UNION ALL
    SELECT created_at, number, concat_ws(' ', to_char(created_at, 'HH24:MI:SS.MS'), reason, amount, balance_after)
    FROM credit_entry WHERE task_id = $1
  ) AS story ORDER BY at, seq`;
