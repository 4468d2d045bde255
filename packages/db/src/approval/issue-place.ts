import type { NestId, UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

/**
 * In whose name a card may have a document of this nest issued: its owner's, when the requester is the owner or an
 * operator, who acts for everybody.
 *
 * Null when: there is no such nest for the requester.   Called by: api (opening), worker (before it is asked for).
 */
export async function issuePlace(
  sql: Sql,
  { nestId, requestedBy }: { readonly nestId: NestId; readonly requestedBy: UserId },
): Promise<UserId | null> {
  const { rows } = await sql.query<{ userId: UserId }>(
    `SELECT n.user_id AS "userId" FROM nest n JOIN auth_user u ON u."id" = $2
     WHERE n.id = $1 AND (n.user_id = u."id" OR u."role" IN ('operator', 'admin'))`,
    [nestId, requestedBy],
  );
  return rows[0]?.userId ?? null;
}
