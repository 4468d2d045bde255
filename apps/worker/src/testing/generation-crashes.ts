import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Limits } from '@dungji/contracts';
import { expect } from 'vitest';
import { watchCrashPoints } from '../crash-point.ts';
import { lookAtDue } from '../kinds/generation/settlers.ts';
import { sweep } from '../maintenance/sweep.ts';
import { testEnv } from './env.ts';
import type { GenerationProcess } from './generation-process.ts';
import { type Generations, generationsOf, type Order } from './generations.ts';
import { type Outside, openOutside, openWorld, silent, type World } from './world.ts';

/** What the provider does, so that every end is reached. */
const PROMPTS = [
  '[render=0]',
  '[fail] [render=0]',
  '[no-url] [render=0]',
  '[drop-reply] [render=0]',
  '[reject]',
];
/** A dead worker is believed dead at once, and a missing result is soon given up. */
const SHORT: Partial<Limits> = {
  HEARTBEAT_INTERVAL_MS: 1,
  DISPATCH_TIMEOUT_MS: 500,
  GENERATION_GRACE_MS: 1,
  GENERATION_RESULT_MISSING_MS: 300,
};
/** There are two processors. */
const CRASHING_AT_ONCE = 2;
const CRASH_TIMEOUT_MS = 60_000;
/** Sweeps until everything must be over; a few are enough. */
const SWEEPS_MAX = 1_000;

export interface Trial {
  readonly prompt: string;
  readonly point: string;
}

/** Kills workers at named points of a generation, and lets the survivors settle what they left. */
export async function openCrashes() {
  const [world, outside] = await Promise.all([openWorld(SHORT), openOutside()]);
  const videos = generationsOf(world, outside);
  return {
    world,
    /** Every point that each kind of generation passes, as told by one that passes them all. */
    async trials(): Promise<Trial[]> {
      const trials: Trial[] = [];
      for (const prompt of PROMPTS) {
        const points = await pointsOf(prompt, world, videos);
        trials.push(...points.map((point) => ({ prompt, point })));
      }
      return trials;
    },
    /** Crashes one worker per trial, settles everything, and looks whether it is as it must be. */
    async run(trials: readonly Trial[]): Promise<void> {
      const crashed: (Trial & { readonly order: Order })[] = [];
      const queue = [...trials];
      const crashOneAfterTheOther = async () => {
        for (let trial = queue.shift(); trial; trial = queue.shift()) {
          const order = await videos.order(trial.prompt);
          crashed.push({ ...trial, order });
          await crash({ world, outside, trial, order });
        }
      };
      await Promise.all(Array.from({ length: CRASHING_AT_ONCE }, crashOneAfterTheOther));
      await survive(world, videos);
      for (const { prompt, point, order } of crashed) {
        const task = await videos.expectSound(order).catch((cause: unknown) => {
          throw new Error(`killed at "${point}" of "${prompt}"`, { cause });
        });
        const submits = await outside.submitsOf(order.taskId);
        // Never two pieces of work at the provider, and never a failure of what it did well.
        expect({ prompt, point, works: submits.length }).toEqual({
          prompt,
          point,
          works: prompt === '[reject]' ? 0 : 1,
        });
        expect({ prompt, point, code: task.errorCode }).toEqual({
          prompt,
          point,
          code: EXPECTED_CODE[prompt],
        });
      }
    },
    async close() {
      await Promise.all([world.close(), outside.close()]);
    },
  };
}

const EXPECTED_CODE: Readonly<Record<string, string | null>> = {
  '[render=0]': null,
  '[fail] [render=0]': 'PROVIDER_FAILED',
  '[no-url] [render=0]': 'RESULT_MISSING',
  '[drop-reply] [render=0]': null,
  '[reject]': 'PROVIDER_REJECTED',
};

async function pointsOf(prompt: string, world: World, videos: Generations): Promise<string[]> {
  const passed = new Set<string>();
  const it = await videos.order(prompt);
  watchCrashPoints((name) => void passed.add(name));
  await videos.submit(it);
  while ((await world.find(it.taskId)).settledAt === null) await videos.look(it);
  watchCrashPoints(null);
  return [...passed];
}

async function crash(of: {
  readonly world: World;
  readonly outside: Outside;
  readonly trial: Trial;
  readonly order: Order;
}): Promise<void> {
  const options: GenerationProcess = {
    taskId: of.order.taskId,
    userId: of.order.userId,
    point: of.trial.point,
    databaseUrl: of.world.databaseUrl,
    s3Endpoint: testEnv.s3Endpoint,
    s3Bucket: testEnv.s3Bucket,
    outsideUrl: of.outside.url,
    limits: of.world.limits,
  };
  const script = fileURLToPath(new URL('generation-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
  });
  const [, how] = await once(child, 'exit', { signal: AbortSignal.timeout(CRASH_TIMEOUT_MS) });
  expect({ ...of.trial, how }).toEqual({ ...of.trial, how: 'SIGKILL' });
}

/** Sweeps, further attempts and looks, until nothing is left to do. */
async function survive(world: World, videos: Generations): Promise<void> {
  const tools = { ...world, redisPrefix: world.prefix, askOutside: {}, looks: videos.tools, log: silent };
  for (let sweeps = 1; sweeps <= SWEEPS_MAX; sweeps += 1) {
    const { rows } = await world.db.query<{ taskId: Order['taskId']; attempt: number; waits: boolean }>(
      `SELECT id AS "taskId", attempt, status = 'PENDING' OR next_retry_at IS NOT NULL AS waits
       FROM task WHERE kind = 'generation' AND status IN ('PENDING', 'PROCESSING')`,
    );
    if (rows.length === 0) return;
    for (const row of rows.filter(({ waits }) => waits)) await videos.submit(row, row.attempt + 1);
    // Pauses grow, and a look that died keeps its lease for minutes; nobody waits for that here.
    await videos.makeDue(...rows);
    await sweep(tools);
    await lookAtDue(videos.tools, {}, { budgetMs: 5_000, signal: new AbortController().signal });
  }
  throw new Error(`not everything is settled after ${SWEEPS_MAX} sweeps`);
}
