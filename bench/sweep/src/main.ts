import { loadavg } from 'node:os';
import { sweepOverdue } from '@dungji/db';
import { createTestDatabase } from '@dungji/db/testing';
import { startTestServices } from '@dungji/dev-services/testing';
import { openCrowd } from './crowd.ts';

/** Settled rows beside which the same sweep is measured, one after the other in one run. */
const HISTORIES = [0, 100_000, 1_000_000];
const ACTIVE = 10_000;
const BATCH = 50;
const BATCHES = 20;
const LOOKS = 200;

const load = () => loadavg()[0]?.toFixed(1) ?? '?';
const at = (sorted: readonly number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(2);

/** Milliseconds of each call. */
async function timesOf(calls: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}

const services = process.env.TEST_DATABASE_URL ? null : await startTestServices();
if (services) Object.assign(process.env, services.env);
const { db, drop } = await createTestDatabase();
try {
  const crowd = await openCrowd(db);
  await crowd.active(ACTIVE, 'later');
  let settled = 0;
  console.log(
    `a sweep beside ${ACTIVE.toLocaleString('en')} active tasks, batches of ${BATCH}, in ms (load ${load()})\n`,
  );
  console.log('settled rows   nothing due p50 / p95   batch settled p50 / p95');
  for (const history of HISTORIES) {
    await crowd.settled(history - settled);
    settled = history;
    await crowd.analyse();
    const looks = await timesOf(LOOKS, () => sweepOverdue(db, { batch: BATCH }));
    await crowd.active(BATCH * BATCHES, 'overdue');
    const batches = await timesOf(BATCHES, () => sweepOverdue(db, { batch: BATCH, rowsMax: BATCH }));
    console.log(
      [history.toLocaleString('en').padStart(12), at(looks, 0.5).padStart(15), '/', at(looks, 0.95)].join(
        ' ',
      ) + [at(batches, 0.5).padStart(20), '/', at(batches, 0.95)].join(' '),
    );
  }
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM task WHERE status IN ('PENDING', 'PROCESSING') AND deadline_at <= now()
       AND (deadline_at, id) > ('-infinity', '') ORDER BY deadline_at, id LIMIT ${BATCH}`,
  );
  console.log(`\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n\nload at the end ${load()}`);
} finally {
  await drop();
  await services?.stop();
}
