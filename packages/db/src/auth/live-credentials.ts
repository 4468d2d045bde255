import type { Role } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

export interface LiveCredential {
  /** Id of the session or API key. */
  readonly credentialId: string;
  readonly role: Role;
}

/**
 * Which of these sessions and API keys still stand, and with which role. What is missing from the answer was signed
 * out, revoked, switched off or has expired.
 *
 * Read by the api for all open streams at once.
 */
export async function liveCredentials(
  sql: Sql,
  credentials: {
    readonly sessionIds: readonly string[];
    readonly apiKeyIds: readonly string[];
    readonly at?: Date;
  },
): Promise<LiveCredential[]> {
  const { rows } = await sql.query<LiveCredential>(
    `SELECT s."id" AS "credentialId", u."role"
     FROM auth_session s JOIN auth_user u ON u."id" = s."userId"
     WHERE s."id" = ANY ($1) AND s."expiresAt" > coalesce($3::timestamptz, now())
     UNION ALL
     SELECT k."id", u."role"
     FROM auth_apikey k JOIN auth_user u ON u."id" = k."referenceId"
     WHERE k."id" = ANY ($2) AND k."enabled" IS NOT FALSE
       AND (k."expiresAt" IS NULL OR k."expiresAt" > coalesce($3::timestamptz, now()))`,
    [credentials.sessionIds, credentials.apiKeyIds, credentials.at ?? null],
  );
  return rows;
}
