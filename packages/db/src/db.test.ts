import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, openDb } from './db.ts';
import { findNest } from './nest/read.ts';
import { createTestDatabase, nestIn, type TestDatabase, userIn } from './testing/index.ts';
import { DatabaseUnavailableError, isDatabaseDown, violatedConstraint } from './unavailable.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('it did not reject');
    },
    (error: unknown) => error,
  );

/** Ends every other session of the test database, as a restart of Postgres does. */
const restart = () =>
  test.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

describe('the pool', () => {
  it('survives a restart of Postgres: running statements fail as unavailable, later ones work', async () => {
    const db = await openDb({ url: test.url, poolMax: 2 });
    // One connection idle, one in the middle of a statement.
    await Promise.all([db.query('SELECT 1'), db.query('SELECT 1')]);
    const running = rejection(db.query('SELECT pg_sleep(4)'));
    await sessionRuns('SELECT pg_sleep(4)');
    await restart();
    expect(isDatabaseDown(await running)).toBe(true);
    // A broken connection is found out by one failing statement, or by two when Postgres' last message came before the
    // end of the line. Then it is replaced: two connections cost four statements at most.
    let answer: unknown = null;
    for (let tries = 0; tries <= 4 && answer === null; tries += 1) {
      answer = await db.query('SELECT 1 AS one').catch((error: unknown) => {
        expect(isDatabaseDown(error)).toBe(true);
        return null;
      });
    }
    expect(answer).toEqual({ rows: [{ one: 1 }], count: 1 });
    await db.close();
  });

  it('survives losing its connection inside a transaction, which then has not happened', async () => {
    const db = await openDb({ url: test.url, poolMax: 1 });
    const { nestId, userId } = await nestIn(test.db);
    const lost = await rejection(
      inTransaction(db, async (tx) => {
        await tx.query('DELETE FROM nest WHERE id = $1', [nestId]);
        await restart();
        await tx.query('SELECT 1');
      }),
    );
    expect(isDatabaseDown(lost)).toBe(true);
    expect(await findNest(db, { nestId, userId })).not.toBeNull();
    await db.close();
  });

  it('names a server that cannot be reached as unavailable, at opening and later', async () => {
    const proxy = await openProxy();
    const db = await openDb({ url: proxy.url, poolMax: 1 });
    await proxy.close();
    expect(await rejection(db.query('SELECT 1'))).toBeInstanceOf(DatabaseUnavailableError);
    expect(await rejection(inTransaction(db, async () => {}))).toBeInstanceOf(DatabaseUnavailableError);
    expect(await rejection(openDb({ url: proxy.url }))).toBeInstanceOf(DatabaseUnavailableError);
    await db.close();
  });

  it('gives up on a frozen server in time, and works again once the way is open', async () => {
    const proxy = await openProxy();
    const db = await openDb({ url: proxy.url, poolMax: 1, queryTimeoutMs: 200 });
    proxy.freeze();
    const frozen = rejection(
      inTransaction(db, async (tx) => {
        await tx.query('SELECT 1');
      }),
    );
    expect(isDatabaseDown(await frozen)).toBe(true);
    // The old connection is never answered again; a new one must take its place.
    proxy.thaw();
    expect(await db.query('SELECT 1 AS one')).toEqual({ rows: [{ one: 1 }], count: 1 });
    await db.close();
    await proxy.close();
  });

  it('gives up waiting for a row lock, and calls that unavailable', async () => {
    const { nestId } = await nestIn(test.db);
    await inTransaction(test.db, async (tx) => {
      await tx.query('SELECT FROM nest WHERE id = $1 FOR UPDATE', [nestId]);
      const blocked = await rejection(test.db.query('UPDATE nest SET version = 2 WHERE id = $1', [nestId]));
      expect(isDatabaseDown(blocked)).toBe(true);
    });
  });
});

describe('a refused statement', () => {
  it('is not taken for an absent database, and names the violated constraint', async () => {
    const error = await rejection(test.db.query(`INSERT INTO stream (name, last_seq) VALUES ('x', 0)`));
    expect(isDatabaseDown(error)).toBe(false);
    expect(violatedConstraint(error)).toBe('seq_counts_from_one');
    expect(violatedConstraint(await rejection(test.db.query('SELECT nonsense')))).toBeNull();
    expect(isDatabaseDown(new TypeError('a bug'))).toBe(false);
  });

  it('shows no value of a row when its error is logged', async () => {
    const userId = await userIn(test.db);
    const error = await rejection(
      test.db.query(
        `INSERT INTO nest (id, user_id, name, road_address, detail_address, building_type, deposit_krw,
                           monthly_rent_krw, landlord_name, contract_from, contract_to)
         VALUES ('n', $1, 'n', '비밀로 1', '', 'CASTLE', 0, 0, $2, '2026-01-01', '2026-01-01')`,
        [userId, '김비밀'],
      ),
    );
    const logged = JSON.stringify(error) + String(error);
    expect(violatedConstraint(error)).toBe('building_type_is_known');
    expect(logged).not.toContain('김비밀');
  });
});

describe('values', () => {
  it('of 64 bits come back as numbers, days as text, and several rows with their count', async () => {
    const { rows, count } = await test.db.query(
      `SELECT 900000000000000::bigint AS money, DATE '2026-03-01' AS day FROM generate_series(1, 2)`,
    );
    expect(count).toBe(2);
    expect(rows[0]).toEqual({ money: 900_000_000_000_000, day: '2026-03-01' });
  });

  it('of an UPDATE with RETURNING have the same shape as those of a SELECT', async () => {
    const { nestId } = await nestIn(test.db);
    const update = await test.db.query('UPDATE nest SET version = 7 WHERE id = $1 RETURNING version', [
      nestId,
    ]);
    expect(update).toEqual({ rows: [{ version: 7 }], count: 1 });
    expect(await test.db.query('DELETE FROM nest WHERE id = $1', [nestId])).toEqual({ rows: [], count: 1 });
  });
});

async function sessionRuns(statement: string): Promise<void> {
  for (;;) {
    const { count } = await test.db.query(
      `SELECT FROM pg_stat_activity WHERE query = $1 AND state = 'active' AND datname = current_database()`,
      [statement],
    );
    if (count > 0) return;
  }
}

interface Proxy {
  readonly url: string;
  /** Holds everything that is under way on the connections there are, for good. */
  freeze(): void;
  /** New connections pass again. */
  thaw(): void;
  close(): Promise<void>;
}

/** A way to the test database that can fail like a server or a network. */
async function openProxy(): Promise<Proxy> {
  const target = new URL(test.url);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    let isStuck = false;
    const forward = (from: Socket, to: Socket) =>
      from.on('data', (bytes) => {
        isStuck ||= isFrozen;
        if (!isStuck) to.write(bytes);
      });
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(test.url);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
