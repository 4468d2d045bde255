import type { UserId } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overview } from '../ops/overview.ts';
import { createTestDatabase, type TestDatabase, userIn } from '../testing/index.ts';
import { checkLedgers } from './check.ts';
import { grantCredits } from './grant.ts';

const DAY_MS = 86_400_000;
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function personWith(amount: number): Promise<UserId> {
  const userId = await userIn(test.db);
  await grantCredits(test.db, { userId, amount, note: 'n', key: userId, grantedBy: null });
  return userId;
}
const check = (after: UserId | null = null, batch = 100, changedWithinMs = DAY_MS) =>
  checkLedgers(test.db, { after, batch, changedWithinMs });

describe('the check of the ledgers', () => {
  it('finds nothing where all is well', async () => {
    await personWith(5);
    expect((await check()).mismatches).toEqual([]);
  });

  it('finds a balance that somebody changed by hand, tells operators, repairs nothing, and forgets it when it is mended', async () => {
    const userId = await personWith(5);
    const setBalance = (balance: number) =>
      test.db.query('UPDATE credit_account SET balance = $2 WHERE user_id = $1', [userId, balance]);
    await setBalance(500);
    expect((await check()).mismatches).toEqual([userId]);
    expect((await check()).mismatches).toEqual([userId]);
    expect((await overview(test.db)).credits.mismatches).toBe(1);
    const { rows } = await test.db.query('SELECT balance FROM credit_account WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ balance: 500 }]);
    await setBalance(5);
    expect((await check()).mismatches).toEqual([]);
    expect((await overview(test.db)).credits.mismatches).toBe(0);
  });

  it('comes round to accounts that nobody has touched for long, a few at a time', async () => {
    for (let count = 0; count < 5; count += 1) await personWith(1);
    const old = await personWith(3);
    await test.db.query(
      `UPDATE credit_account SET balance = 9, changed_at = now() - interval '1 year' WHERE user_id = $1`,
      [old],
    );
    let after: UserId | null = null;
    const found: UserId[] = [];
    do {
      const { mismatches, next } = await check(after, 2, 0);
      found.push(...mismatches);
      after = next;
    } while (after !== null);
    expect(found).toContain(old);
  });
});
