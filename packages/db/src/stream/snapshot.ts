import type { NestView, SnapshotEvent, StreamName, TaskView, UserId } from '@dungji/contracts';
import { type Db, inTransaction, type Tx } from '../db.ts';
import { listNests } from '../nest/read.ts';
import { type TaskSnapshot, toTaskView } from '../task/view.ts';
import { streamPositions } from './read.ts';

/** Settled tasks a snapshot carries: those of the last day, and no more than a screen can show. */
const SETTLED_MAX = 200;
const SETTLED_HOURS = 24;
/** A user's active tasks: bounded by nests and documents; the limit keeps a runaway from filling a snapshot. */
const ACTIVE_MAX = 500;
const NESTS_FIRST_PAGE = 50;

/**
 * How everything stands, and the number up to which the streams are contained in it. One REPEATABLE READ transaction:
 * rows and positions belong to the same moment, so what follows are exactly the events after `seq`.
 *
 * Returns the user's own stream; for an operator also `operators`, with the tasks that need a person.
 */
export function snapshot(
  db: Db,
  { userId, operators }: { readonly userId: UserId; readonly operators: boolean },
): Promise<SnapshotEvent[]> {
  return inTransaction(
    db,
    async (tx) => {
      const own: StreamName = `user:${userId}`;
      const positions = await streamPositions(tx, operators ? [own, 'operators'] : [own]);
      const at = await readNow(tx);
      const snapshots: SnapshotEvent[] = [];
      for (const { stream, lastSeq } of positions) {
        const content = stream === 'operators' ? await operatorsContent(tx) : await ownContent(tx, userId);
        snapshots.push({ stream, seq: lastSeq, type: 'snapshot', at, approvals: [], ...content });
      }
      return snapshots;
    },
    'REPEATABLE READ',
  );
}

interface Content {
  readonly tasks: TaskView[];
  readonly nests: NestView[];
}

async function ownContent(tx: Tx, userId: UserId): Promise<Content> {
  const { rows } = await tx.query<{ view: TaskSnapshot }>(
    `(SELECT task_snapshot(task) AS view FROM task
      WHERE user_id = $1 AND status IN ('PENDING', 'PROCESSING') LIMIT ${ACTIVE_MAX})
     UNION ALL
     (SELECT task_snapshot(task) AS view FROM task
      WHERE user_id = $1 AND settled_at > now() - interval '${SETTLED_HOURS} hours'
      ORDER BY settled_at DESC LIMIT ${SETTLED_MAX})`,
    [userId],
  );
  const nests = await listNests(tx, { userId, limit: NESTS_FIRST_PAGE });
  return { tasks: rows.map((row) => toTaskView(row.view)), nests: nests.items };
}

async function operatorsContent(tx: Tx): Promise<Content> {
  const { rows } = await tx.query<{ view: TaskSnapshot }>(
    `SELECT task_snapshot(task) AS view FROM task WHERE error_code = 'OUTCOME_UNKNOWN'
     ORDER BY settled_at DESC LIMIT ${SETTLED_MAX}`,
  );
  return { tasks: rows.map((row) => toTaskView(row.view)), nests: [] };
}

async function readNow(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ now: string }>('SELECT iso_time(now()) AS now');
  const now = rows[0]?.now;
  if (!now) throw new Error('Postgres did not tell its time');
  return now;
}
