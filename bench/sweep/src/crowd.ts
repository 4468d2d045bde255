import type { Db } from '@dungji/db';
import { userIn } from '@dungji/db/testing';

/** Enough users for the tasks of one to be few, as in life. */
const USERS = 200;
/** Rows per INSERT: within the time that any of our statements may take. */
const CHUNK = 20_000;

/** Fills `task` in its own SQL: verb by verb a million rows would take an hour. */
export async function openCrowd(db: Db) {
  const userIds: string[] = [];
  for (let n = 0; n < USERS; n += 1) userIds.push(await userIn(db));
  let count = 0;

  async function insert(rows: number, columns: Record<string, string>): Promise<void> {
    for (let left = rows; left > 0; left -= CHUNK) {
      const size = Math.min(left, CHUNK);
      const all: Record<string, string> = {
        id: `'tsk_' || lpad((${count} + n)::text, 26, '0')`,
        user_id: `($1::text[])[1 + n % ${USERS}]`,
        input: `'{}'`,
        ...columns,
      };
      await db.query(
        `INSERT INTO task (${Object.keys(all).join(', ')})
         SELECT ${Object.values(all).join(', ')} FROM generate_series(1, ${size}) AS n`,
        [userIds],
      );
      count += size;
    }
  }

  return {
    /** Tasks of the past year. */
    settled: (rows: number) =>
      insert(rows, {
        kind: `'ocr'`,
        status: `'SUCCESS'`,
        version: '4',
        document_id: `'doc_bench'`,
        result: `'{"pages": 3}'`,
        attempt: '1',
        created_at: `now() - n % 365 * interval '1 day'`,
        pending_at: `now() - n % 365 * interval '1 day'`,
        started_at: `now() - n % 365 * interval '1 day'`,
        settled_at: `now() - n % 365 * interval '1 day'`,
      }),
    /** Tasks under way, due in a second, or overdue by one. */
    active: (rows: number, due: 'later' | 'overdue') =>
      insert(rows, {
        kind: `'generation'`,
        status: `'PROCESSING'`,
        version: '2',
        attempt: '1',
        started_at: 'now()',
        deadline_at: `now() ${due === 'later' ? '+' : '-'} interval '1 hour' - n * interval '1 millisecond'`,
      }),
    analyse: () => db.query('ANALYZE task'),
  };
}
