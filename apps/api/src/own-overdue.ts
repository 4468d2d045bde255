import type { UserId } from '@dungji/contracts';
import { dueGenerations, sweepOverdue } from '@dungji/db';
import { requestLooks } from '@dungji/redis';
import type { Deps } from './context.ts';

/** Own overdue rows that one page view settles; a person with more of them finds the rest settled by the sweep. */
const ROWS_MAX = 20;

/**
 * Opening one's own pages first ends one's own waits that are over, so that no page shows them as going on. What only the
 * provider of videos can tell is asked by a maintenance worker, at once and however many pages are opened once: no page
 * waits for it.
 */
export async function settleOwnOverdue({ db, queues }: Deps, userId: UserId): Promise<void> {
  await sweepOverdue(db, { batch: ROWS_MAX, rowsMax: ROWS_MAX, userId });
  const due = await dueGenerations(db, { userId, batch: 1, order: 'longest' });
  // Without Redis the sweep of a later moment will ask.
  if (due.length > 0) requestLooks(queues, { userId }).catch(() => {});
}
