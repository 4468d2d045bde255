import type { ApprovalView, NestView, SnapshotEvent, StreamName, TaskView, UserId } from '@dungji/contracts';
import { isActiveTask } from '@dungji/contracts';
import { ACTIONABLE_SQL, READ_CARD_SQL } from '../approval/read.ts';
import { type ApprovalSnapshot, toApprovalView } from '../approval/view.ts';
import { type Db, inTransaction, type Tx } from '../db.ts';
import { listNests } from '../nest/read.ts';
import type { Viewer } from '../task/read.ts';
import { type TaskSnapshot, toTaskView } from '../task/view.ts';
import { streamPositions } from './read.ts';

/** Settled tasks a snapshot carries: those of the last day, and no more than a screen can show. */
const SETTLED_MAX = 200;
const SETTLED_HOURS = 24;
/** A user's active tasks: bounded by nests and documents; the limit keeps a runaway from filling a snapshot. */
const ACTIVE_MAX = 500;
const NESTS_FIRST_PAGE = 50;
/** Cards that wait for a decision or run: far more than people work through; the newest ones. */
const LIVE_CARDS_MAX = 200;

/**
 * How everything stands, and the number up to which the streams are contained in it. One REPEATABLE READ transaction:
 * rows and positions belong to the same moment, so what follows are exactly the events after `seq`.
 *
 * Returns the user's own stream; for an operator also `operators`, with the tasks that need a person and the live cards.
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
        snapshots.push({ stream, seq: lastSeq, type: 'snapshot', at, ...content });
      }
      return snapshots;
    },
    'REPEATABLE READ',
  );
}

interface Content {
  readonly tasks: TaskView[];
  readonly nests: NestView[];
  readonly approvals: ApprovalView[];
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
  return {
    tasks: rows.map((row) => toTaskView(row.view)),
    nests: nests.items,
    approvals: await liveCards(tx, userId),
  };
}

async function operatorsContent(tx: Tx): Promise<Content> {
  const { rows } = await tx.query<{ view: TaskSnapshot }>(
    `SELECT task_snapshot(task) AS view FROM task WHERE error_code = 'OUTCOME_UNKNOWN'
     ORDER BY settled_at DESC LIMIT ${SETTLED_MAX}`,
  );
  const approvals = await liveCards(tx, null);
  const running = approvals.flatMap(({ task }) => (task && isActiveTask(task) ? [task] : []));
  return { tasks: [...rows.map((row) => toTaskView(row.view)), ...running], nests: [], approvals };
}

/** Cards that wait for a decision, and those under way; of everybody for operators. */
async function liveCards(tx: Tx, userId: Viewer): Promise<ApprovalView[]> {
  const { rows } = await tx.query<{ view: ApprovalSnapshot }>(
    `SELECT ${READ_CARD_SQL} AS view FROM approval a
     WHERE (${ACTIONABLE_SQL} OR a.status = 'ACCEPTED') AND ($1::text IS NULL OR a.requested_by = $1)
     ORDER BY a.id DESC LIMIT ${LIVE_CARDS_MAX}`,
    [userId],
  );
  return rows.map((row) => toApprovalView(row.view));
}

async function readNow(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ now: string }>('SELECT iso_time(now()) AS now');
  const now = rows[0]?.now;
  if (!now) throw new Error('Postgres did not tell its time');
  return now;
}
