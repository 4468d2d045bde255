import type { TaskView } from '@dungji/contracts';
import { cardIn, createTestDatabase, type TestDatabase, taskIn } from '@dungji/db/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../people.ts';
import type { Screen } from '../screen.ts';
import { cards, effects, stepOrder } from './cards.ts';
import { handedIn, ledgers, prices } from './credits.ts';
import { purchases } from './portal.ts';
import { eventNumbers, screens } from './streams.ts';
import { begunOnce, lives, readings, settled } from './tasks.ts';
import type { Aftermath, Invariant, Outside } from './world.ts';

// A judge that never convicts proves nothing: each promise is broken here by hand.
let database: TestDatabase;
let sql: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterEach(async () => {
  await sql?.end();
  await database?.drop();
});

const NOTHING: Outside = { purchases: [], submits: [], applications: [] };
const judge = (invariant: Invariant, aftermath: Partial<Aftermath> = {}): Promise<string[]> =>
  invariant({
    services: {} as Aftermath['services'],
    mark: '',
    sql,
    people: { users: [], operators: [] },
    requested: [],
    outside: NOTHING,
    ...aftermath,
  });
const outsideWith = (outside: Partial<Outside>) => ({ outside: { ...NOTHING, ...outside } });
const video = (status: 'SUCCESS' | 'FAILED') =>
  taskIn(database.db, status, {
    kind: 'generation',
    doc_type: null,
    input: JSON.stringify({ prompt: '#1', seconds: 5 }),
  });
const tell = (seq: number, view: Partial<TaskView>) =>
  sql.query(
    `INSERT INTO event (stream, seq, type, at, task_id, payload) VALUES ('user:1', $1, 'task.progressed', now(), $2, $3)`,
    [seq, view.id, { task: view }],
  );

describe('the judge', () => {
  it('finds nothing wrong where nothing has happened', async () => {
    for (const invariant of [settled, begunOnce, lives, readings, purchases, prices, ledgers, handedIn])
      expect(await judge(invariant)).toEqual([]);
    for (const invariant of [cards, stepOrder, effects, eventNumbers, screens])
      expect(await judge(invariant)).toEqual([]);
  });

  it('sees a task without an end, and a life that breaks the table of states', async () => {
    const { task } = await taskIn(database.db, 'PROCESSING');
    expect(await judge(settled)).toEqual([expect.stringContaining('PROCESSING after no end')]);
    await tell(1, { id: task.id, kind: 'issuance', version: 1, status: 'SUCCESS' });
    await tell(2, { id: task.id, kind: 'issuance', version: 2, status: 'PROCESSING' });
    expect(await judge(lives)).toEqual([expect.stringContaining('from SUCCESS  to PROCESSING')]);
  });

  it('sees an issue that nobody reads', async () => {
    await taskIn(database.db, 'SUCCESS');
    expect(await judge(readings)).toEqual([expect.stringContaining('has 0 readings')]);
  });

  it('sees a register that was paid twice, and a purchase that nobody wrote down', async () => {
    const bought = { address: '101동', times: 1 };
    const twice = outsideWith({ purchases: ['1', '2'].map((orderNo) => ({ ...bought, orderNo })) });
    expect(await judge(purchases, twice)).toEqual([
      expect.stringContaining('paid 2 times'),
      expect.stringContaining('purchase 1 is on no record'),
      expect.stringContaining('purchase 2 is on no record'),
    ]);
  });

  it('sees a video that cost nothing, one that was not refunded, and one that was rendered twice', async () => {
    const { task } = await video('SUCCESS');
    await video('FAILED');
    expect(await judge(prices)).toEqual([
      expect.stringContaining('0 charges and 0 refunds'),
      expect.stringContaining('0 charges and 0 refunds'),
    ]);
    const submits = [1, 2].map(() => ({ idempotencyKey: task.id, times: 1 }));
    expect(await judge(handedIn, outsideWith({ submits }))).toEqual([
      expect.stringContaining('rendered 2 times'),
    ]);
  });

  it('sees a ledger that does not add up', async () => {
    const { userId } = await taskIn(database.db, 'PENDING');
    await sql.query('INSERT INTO credit_account (user_id, balance, entries) VALUES ($1, 7, 1)', [userId]);
    await sql.query(
      `INSERT INTO credit_entry (user_id, number, reference, reason, amount, balance_after)
       VALUES ($1, 1, 'grant:1', 'GRANT', 5, 5)`,
      [userId],
    );
    expect(await judge(ledgers)).toEqual([`the ledger of ${userId} does not add up`]);
  });

  it('sees a card that its run does not explain, and steps that are done out of order', async () => {
    const { approval } = await cardIn(database.db, 'APPLIED');
    await sql.query(`UPDATE approval SET status = 'FAILED', last_error_code = 'STEP_FAILED' WHERE id = $1`, [
      approval.id,
    ]);
    expect(await judge(cards)).toEqual([
      expect.stringContaining('is FAILED and its run is SUCCESS'),
      expect.stringContaining('says STEP_FAILED'),
    ]);
    const running = await cardIn(database.db, 'RUNNING');
    await sql.query(`UPDATE task_step SET position = 2 WHERE task_id = $1`, [running.task?.id]);
    expect(await judge(stepOrder)).toContainEqual(expect.stringContaining(running.approval.id));
  });

  it('sees an effect that happened twice', async () => {
    const effect = { key: 'merge', times: 1, appliedAt: '2026-01-31T09:00:00.000Z' };
    const applications = ['a:1', 'b:1'].map((idempotencyKey) => ({ ...effect, idempotencyKey }));
    expect(await judge(effects, outsideWith({ applications }))).toEqual(['effect merge happened 2 times']);
  });

  it('sees a gap in the numbers of a stream, on its screens and in what they were told last', async () => {
    const { task } = await taskIn(database.db, 'PENDING');
    await sql.query(`INSERT INTO stream (name, last_seq) VALUES ('user:1', 4)`);
    await tell(1, task);
    expect(await judge(eventNumbers)).toEqual(['the numbers of stream user:1 have gaps']);
    const screen: Screen = { told: new Map([['user:1', [[1, 3]]]]), wrong: [], closed: Promise.resolve() };
    const user = { id: 'usr_1', client: {} as User['client'], screen };
    expect(await judge(screens, { people: { users: [user], operators: [] } })).toEqual([
      expect.stringContaining('out of order: 1 3'),
      expect.stringContaining('to 3 of 4'),
    ]);
  });
});
