import type { Client } from 'pg';
import { insist } from './asking.ts';
import type { Outside } from './invariants/world.ts';
import type { User } from './people.ts';
import type { Timeline } from './timeline.ts';

/**
 * Decides what is FAILED(OUTCOME_UNKNOWN) as a careful operator does: by the portal's own list of purchases. Only when nothing
 * is hurt any more, for a worker that is still frozen might buy later.
 */
export async function decideDoubts(
  sql: Client,
  [operator]: readonly User[],
  purchases: () => Promise<Outside['purchases']>,
  timeline: Timeline,
): Promise<void> {
  const { rows } = await sql.query<{ id: string; address: string }>(
    `SELECT id, concat_ws(' ', input ->> 'roadAddress', input ->> 'detailAddress') AS address
     FROM task WHERE error_code = 'OUTCOME_UNKNOWN'`,
  );
  if (!operator || rows.length === 0) return;
  const bought = new Set((await purchases()).map(({ address }) => address));
  for (const { id, address } of rows) {
    const happened = bought.has(address);
    timeline.note(`decided ${id}: it ${happened ? 'happened' : 'did not happen'}`);
    await insist('ops.resolveOutcome', () =>
      operator.client.ops.resolveOutcome({ taskId: id, happened, note: '구매 내역에서 확인' }),
    );
  }
}
