import { setTimeout as pause } from 'node:timers/promises';
import { startTestStack, type TestStack, waitUntil } from '@dungji/dev-services/testing';
import type { Client } from 'pg';
import { openDatabase } from './database.ts';
import { type Inflicted, inflict } from './faults.ts';
import { brokenInvariants } from './invariants/all.ts';
import { readOutside } from './invariants/world.ts';
import { ALL_SETTLED_WITHIN_MS, SHORT_LIMITS } from './limits.ts';
import { decideDoubts } from './operator.ts';
import { gather, type People, type User } from './people.ts';
import { type PlannedFault, type PlannedTask, planOf } from './plan.ts';
import { probes } from './probes.ts';
import { processesMarked } from './processes.ts';
import { type Numbers, numbersOf } from './report.ts';
import { type Requested, request, type World } from './requests.ts';
import { storiesOf } from './stories.ts';
import type { Timeline } from './timeline.ts';

export interface Size {
  readonly seed: number;
  readonly tasks: number;
  readonly faults: number;
  readonly users: number;
  /** The time in which all that is asked for and inflicted; its aftermath comes on top. */
  readonly seconds: number;
}

export interface Outcome {
  /** Sentences that should not be true. None: every promise was kept. */
  readonly broken: readonly string[];
  /** What is on record about the tasks and cards in these sentences. */
  readonly stories: readonly string[];
  readonly numbers: Numbers | null;
}

/** Nobody waits for this suite; a busy machine must not be taken for a broken stack. */
const READY_TIMEOUT_MS = 600_000;
/** A screen whose api has just come back asks for what it missed. */
const SCREENS_WITHIN_MS = 60_000;

/**
 * The whole stack with short times, many tasks of several users, and at random moments something is killed, frozen,
 * emptied or down. Then it is asked whether every promise was kept. The seed brings the same plan back.
 */
export async function runChaos(size: Size, timeline: Timeline): Promise<Outcome> {
  const plan = planOf({ ...size, durationMs: size.seconds * 1_000 });
  const stack = await startTestStack({
    name: `chaos-${size.seed}`,
    env: SHORT_LIMITS,
    hasWeb: false,
    readyTimeoutMs: READY_TIMEOUT_MS,
  });
  const mark = `DUNGJI_STACK=${stack.homePath}`;
  const closing = new AbortController();
  let outcome: Outcome;
  try {
    const people = await gather(stack.services(), size.users, closing.signal);
    const world: World = { people, sandboxUrl: stack.services().sandboxUrl, timeline };
    timeline.note('begins');
    const [requested, inflicted] = await Promise.all([
      askAll(world, plan.tasks),
      hurtAll(plan.faults, { services: stack.services, mark }, timeline),
    ]);
    timeline.note(`${requested.length} of ${plan.tasks.length} accepted; waiting for the ends`);
    outcome = await judge({ stack, world, mark, closing, tasks: plan.tasks, requested, inflicted });
  } catch (error) {
    const sentence = `the run broke off: ${error instanceof Error ? error.stack : error}`;
    outcome = { broken: [sentence], stories: [], numbers: null };
  } finally {
    closing.abort();
    await stack.stop();
  }
  const left = processesMarked(mark).map(
    ({ pid, command }) => `process ${pid} (${command.slice(0, 80)}) is left`,
  );
  return { ...outcome, broken: [...outcome.broken, ...left] };
}

/** At its moment each; what cannot be had is told in the timeline, and missing in the answer. */
async function askAll(world: World, tasks: readonly PlannedTask[]): Promise<Requested[]> {
  const at = clock();
  const asked = tasks.map(async (planned) => {
    await at(planned.atMs);
    return request(world, planned).catch((error: unknown) => {
      world.timeline.note(`request ${planned.number} (${planned.kind}): ${error}`);
      return null;
    });
  });
  return (await Promise.all(asked)).filter((requested) => requested !== null);
}

function hurtAll(
  faults: readonly PlannedFault[],
  victims: Parameters<typeof inflict>[1],
  timeline: Timeline,
): Promise<Inflicted[]> {
  const at = clock();
  return Promise.all(
    faults.map(async (fault) => {
      await at(fault.atMs);
      const met = await inflict(fault, victims);
      timeline.note(`${fault.name}${met ? '' : ' (nobody there)'}`);
      return { fault, met };
    }),
  );
}

function clock(): (atMs: number) => Promise<void> {
  const startedAt = performance.now();
  return (atMs) => pause(Math.max(0, atMs - (performance.now() - startedAt)));
}

interface Trial {
  readonly stack: TestStack;
  readonly world: World;
  readonly mark: string;
  readonly closing: AbortController;
  readonly tasks: readonly PlannedTask[];
  readonly requested: readonly Requested[];
  readonly inflicted: readonly Inflicted[];
}

async function judge({ stack, world, mark, closing, tasks, requested, inflicted }: Trial): Promise<Outcome> {
  const { people, timeline } = world;
  const sql = await openDatabase(() => stack.services().databaseUrl);
  const purchases = async () => (await readOutside(stack.services())).purchases;
  await untilSettled(sql, world, purchases);
  timeline.note('settled; is the stack as good as new?');
  const broken = await probes(world, tasks.length);
  await untilSettled(sql, world, purchases);
  await untilTold(sql, people);
  closing.abort();
  await Promise.all([...people.users, ...people.operators].map(({ screen }) => screen.closed));
  const services = stack.services();
  const outside = await readOutside(services);
  broken.push(...(await brokenInvariants({ services, mark, sql, people, requested, outside })));
  const numbers = await numbersOf(sql, { tasks, requested, inflicted });
  broken.push(...numbers.tooLittle);
  const stories = await storiesOf(sql, broken);
  await sql.end();
  return { broken, stories, numbers };
}

/** Until nothing is active any more, and nothing in doubt: an operator decides what was left open. */
async function untilSettled(
  sql: Client,
  { people: { operators }, timeline }: World,
  purchases: Parameters<typeof decideDoubts>[2],
): Promise<void> {
  const endsAt = performance.now() + ALL_SETTLED_WITHIN_MS;
  let known = 0;
  while (performance.now() < endsAt) {
    await decideDoubts(sql, operators, purchases, timeline);
    const { rows } = await sql.query<{ active: number }>(
      `SELECT count(*)::int AS active FROM task WHERE status IN ('PENDING', 'PROCESSING')`,
    );
    const active = rows[0]?.active ?? 0;
    if (active !== known) timeline.note(`${active} active`);
    known = active;
    if (active === 0) return;
    await pause(2_000);
  }
}

/** Until the screens are where the streams are. If they never are, the invariant says so. */
async function untilTold(sql: Client, people: People): Promise<void> {
  const { rows } = await sql.query<{ name: string; last: number }>(
    'SELECT name, last_seq::int AS last FROM stream',
  );
  const isTold = ({ screen }: User) =>
    rows.every(({ name, last }) => (screen.told.get(name)?.at(-1)?.at(-1) ?? last) >= last);
  await waitUntil(() => [...people.users, ...people.operators].every(isTold), {
    timeoutMs: SCREENS_WITHIN_MS,
    what: 'the screens',
  }).catch(() => {});
}
