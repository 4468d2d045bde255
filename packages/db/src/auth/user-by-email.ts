import type { UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

/** Who signs in with this address; however it is written, it is kept in small letters. Null: nobody. Called by: api. */
export async function userByEmail(sql: Sql, email: string): Promise<UserId | null> {
  const { rows } = await sql.query<{ id: UserId }>('SELECT "id" FROM auth_user WHERE "email" = lower($1)', [
    email,
  ]);
  return rows[0]?.id ?? null;
}
