import type { UserId } from '@dungji/contracts';
import { type Db, sweepOverdue } from '@dungji/db';

/** Own overdue rows that one page view settles; a person with more of them finds the rest settled by the sweep. */
const ROWS_MAX = 20;

/** Opening one's own pages first ends one's own waits that are over, so that no page shows them as going on. */
export async function settleOwnOverdue(db: Db, userId: UserId): Promise<void> {
  await sweepOverdue(db, { batch: ROWS_MAX, rowsMax: ROWS_MAX, userId });
}
