// pnpm chaos [--seed N] [--tasks N] [--faults N] [--users N] [--seconds N] [--quiet]: the whole stack with short times,
// many tasks of several users, and at random moments something is killed, frozen, emptied or down. Then it is asked
// whether every promise was kept. The seed brings the same plan back.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTestStack, type TestStack } from '@dungji/dev-services/testing';
import pg from 'pg';
import { inflict } from './faults.ts';
import { brokenInvariants } from './invariants.ts';
import { planOf } from './plan.ts';
import { processesMarked } from './processes.ts';
import { startTimeline, type Timeline } from './timeline.ts';
import { type Requested, request, signUp, type User, watch } from './users.ts';

const { values: args } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    tasks: { type: 'string', default: '60' },
    faults: { type: 'string', default: '15' },
    users: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '90' },
    quiet: { type: 'boolean', default: false },
  },
});
const seed = Number(args.seed);
const durationMs = Number(args.seconds) * 1_000;

/** Minutes become seconds; what separates the limits from each other stays. */
const SHORT = {
  HEARTBEAT_INTERVAL_MS: '1000',
  HEARTBEAT_TTL_MS: '3000',
  SWEEP_INTERVAL_MS: '2000',
  ISSUANCE_PENDING_TIMEOUT_MS: '120000',
  ISSUANCE_PROCESSING_TIMEOUT_MS: '90000',
  OCR_PENDING_TIMEOUT_MS: '180000',
  OCR_PROCESSING_TIMEOUT_MS: '90000',
  RETRY_BACKOFF_MS: '1000',
  REGISTRY_PORTAL_PAGE_TIMEOUT_MS: '10000',
  ORPHAN_OBJECT_GRACE_MS: '60000',
  RATE_LIMIT_REQUESTS_PER_MINUTE: '100000',
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '1000',
  LOG_LEVEL: 'warn',
};
/** The longest pair of limits; an outage of a service of ours, which the keeper ends, and a few sweeps. */
const SETTLED_WITHIN_MS = 270_000 + 60_000;

/** Nobody waits for this suite; a busy machine must not be taken for a broken stack. */
const READY_TIMEOUT_MS = 600_000;

const timeline = startTimeline(!args.quiet);
console.log(`seed ${seed}: ${args.tasks} tasks, ${args.faults} faults in ${args.seconds} s`);
const plan = planOf({
  seed,
  tasks: Number(args.tasks),
  faults: Number(args.faults),
  users: Number(args.users),
  durationMs,
});
const stack = await startTestStack({ name: `chaos-${seed}`, env: SHORT, readyTimeoutMs: READY_TIMEOUT_MS });
const mark = `DUNGJI_STACK=${stack.homePath}`;
let broken: string[] = [];
try {
  broken = await run();
} catch (error) {
  broken = [`the run broke off: ${error instanceof Error ? error.stack : error}`];
}
await stack.stop();
const left = processesMarked(mark);
broken.push(...left.map((row) => `process ${row.pid} (${row.command.slice(0, 80)}) is left`));
if (broken.length > 0) {
  if (args.quiet) console.log(timeline.lines().join('\n'));
  console.log(
    `\nSeed ${seed} broke ${broken.length} promises:\n${broken.map((line) => `  ${line}`).join('\n')}`,
  );
}
console.log(`${broken.length === 0 ? 1 : 0} passed, ${broken.length === 0 ? 0 : 1} failed (seed ${seed})`);
process.exit(broken.length === 0 ? 0 : 1);

async function run(): Promise<string[]> {
  const users: User[] = [];
  for (let number = 0; number < Number(args.users); number += 1)
    users.push(await signUp(stack.services(), number));
  const closing = new AbortController();
  const watching = users.map((user) =>
    watch(user, closing.signal).catch((error) => timeline.note(`${error}`)),
  );

  timeline.note('begins');
  const startedAt = performance.now();
  const at = (atMs: number) => pause(Math.max(0, atMs - (performance.now() - startedAt)));
  const asking = plan.tasks.map(async (planned): Promise<Requested | null> => {
    await at(planned.atMs);
    const user = users[planned.user];
    if (!user) return null;
    return request(user, planned, timeline).catch((error: unknown) => {
      timeline.note(`never accepted ${planned.number}: ${error}`);
      return null;
    });
  });
  let inflicted = 0;
  const hurting = plan.faults.map(async (fault) => {
    await at(fault.atMs);
    const done = await inflict(fault, { services: stack.services(), mark }).catch(() => false);
    inflicted += done ? 1 : 0;
    timeline.note(`${fault.name}${done ? '' : ' (nobody there)'}`);
  });
  const [answers] = await Promise.all([Promise.all(asking), Promise.all(hurting)]);
  const requested = answers.filter((answer) => answer !== null);
  timeline.note(`${requested.length} accepted, ${inflicted} faults; waiting for the ends`);

  const sql = await untilSettled(stack, timeline);
  await pause(3_000);
  closing.abort();
  await Promise.all(watching);
  const found = await brokenInvariants({
    services: stack.services(),
    mark,
    sql,
    users,
    requested,
    settledWithinMs: SETTLED_WITHIN_MS,
  });
  if (requested.length < plan.tasks.length)
    found.push(`${plan.tasks.length - requested.length} requests were never accepted`);
  await report(sql, inflicted);
  await sql.end();
  return found;
}

/** Waits until nothing is active any more, by the database of the stack, which may be away itself. */
async function untilSettled(stack: TestStack, timeline: Timeline): Promise<pg.Client> {
  const endsAt = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const sql = new pg.Client({ connectionString: stack.services().databaseUrl });
    sql.on('error', () => {});
    try {
      await sql.connect();
      const { rows } = await sql.query<{ active: number }>(
        `SELECT count(*)::int AS active FROM task WHERE status IN ('PENDING', 'PROCESSING')`,
      );
      const active = rows[0]?.active ?? 0;
      if (active === 0 || performance.now() > endsAt) return sql;
      timeline.note(`${active} active`);
    } catch (error) {
      if (performance.now() > endsAt) throw error;
    }
    await sql.end().catch(() => {});
    await pause(2_000);
  }
}

async function report(sql: pg.Client, inflicted: number): Promise<void> {
  const { rows } = await sql.query<{
    kind: string;
    end: string;
    count: number;
    attempts: number;
    slowest: number;
  }>(
    `SELECT kind, coalesce(error_code, status) AS end, count(*)::int AS count, max(attempt) AS attempts,
            round(max(extract(epoch FROM settled_at - created_at)))::int AS slowest
     FROM task GROUP BY 1, 2 ORDER BY 1, 3 DESC`,
  );
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  console.log(`\n${total} tasks, ${inflicted} faults`);
  for (const row of rows)
    console.log(
      `  ${row.kind.padEnd(10)}${row.end.padEnd(20)}${String(row.count).padStart(5)}  at most ${row.attempts} attempts, ${row.slowest} s`,
    );
}
