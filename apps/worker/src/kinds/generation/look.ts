import type { Limits } from '@dungji/contracts';
import {
  type DueGeneration,
  type Finding,
  failGeneration,
  type Look,
  markReady,
  prolongLook,
  recordLook,
  settleGenerated,
  takeLook,
} from '@dungji/db';
import type { Logger } from 'pino';
import { crashPoint } from '../../crash-point.ts';
import { LEDGER_PATIENCE_MS, writeWithin } from '../../steps.ts';
import { type BringHomeTools, bringHome } from './bring-home.ts';
import type { Provider, Report } from './provider.ts';
import { ProviderUnclear } from './provider.ts';
import { NotFetched } from './public-get.ts';

export interface LookTools extends BringHomeTools {
  readonly provider: Provider;
  readonly limits: Limits;
  readonly log: Logger;
}

/** How a look ended: with a SUCCESS, a FAILED, not yet, or it was somebody else's. */
export type Looked = 'succeeded' | 'failed' | 'waiting' | 'elsewhere';

/** A question of eight seconds, and the writes around it: whoever takes longer than this is dead, and another one asks. */
const ASK_LEASE_MS = 30_000;
/** A minute's fetching, a minute's storing, and as much again. */
const FETCH_LEASE_MS = 240_000;

/**
 * Asks the provider about one generation and writes down what follows. The same for every settler (worker, sweep, own
 * page); any number of them at once is harmless: one takes the look, and what settles is guarded besides.
 *
 * What the provider cannot say, does not know or spells in a way we do not know changes nothing: it is asked again, with
 * growing pauses, until the ceiling of the task.
 */
export async function lookAt(tools: LookTools, due: DueGeneration, signal: AbortSignal): Promise<Looked> {
  const look = await takeLook(tools.db, due, ASK_LEASE_MS);
  if (!look) return 'elsewhere';
  crashPoint('look taken');
  try {
    return look.providerTaskId === null
      ? await lookByKey(tools, look, signal)
      : await lookById(tools, look, look.providerTaskId, signal);
  } catch (error) {
    if (error instanceof ProviderUnclear) return wait(tools, look, { problem: error.message });
    await giveBack(tools, look);
    throw error;
  }
}

/** A look that is over must not keep others away until its lease ends. */
async function giveBack({ db }: LookTools, look: Look): Promise<void> {
  await writeWithin(LEDGER_PATIENCE_MS, () => recordLook(db, look, { problem: 'a look broke off' })).catch(
    () => {
      // Settled meanwhile, or the database stays away: the lease ends by itself.
    },
  );
}

async function wait({ db }: LookTools, look: Look, finding: Finding): Promise<Looked> {
  return (await recordLook(db, look, finding)) ? 'waiting' : 'elsewhere';
}

/** It is not known whether the provider took it. */
async function lookByKey(tools: LookTools, look: Look, signal: AbortSignal): Promise<Looked> {
  const { db, provider, limits, log } = tools;
  const providerTaskId = await provider.findByKey(look.taskId, signal);
  crashPoint('asked by key');
  if (providerTaskId !== null) return wait(tools, look, { providerTaskId });
  const waiting = await recordLook(db, look, { problem: 'the provider knows nothing of it' });
  if (!waiting) return 'elsewhere';
  // Until then a request may still be on its way.
  if (waiting.handedOverForMs < limits.GENERATION_GRACE_MS) return 'waiting';
  const failed = await failGeneration(db, {
    taskId: look.taskId,
    code: 'PROVIDER_FAILED',
    neverSubmitted: true,
  });
  log.info({ taskId: look.taskId, settled: failed !== null }, 'never reached the provider');
  return failed ? 'failed' : 'elsewhere';
}

async function lookById(
  tools: LookTools,
  look: Look,
  providerTaskId: string,
  signal: AbortSignal,
): Promise<Looked> {
  const report = await tools.provider.ask(providerTaskId, signal);
  crashPoint('asked');
  if (!report) return wait(tools, look, { problem: 'the provider knows nothing of it' });
  const { said: state, completedAtMs } = report;
  switch (report.means) {
    case 'going on':
      return wait(tools, look, { state });
    case 'unclear':
      return wait(tools, look, { state, problem: 'an unknown state' });
    case 'failed':
      return fail(tools, look, { state, completedAtMs }, report.failure);
    case 'succeeded':
      return takeResult(tools, look, report, signal);
  }
}

async function fail(
  { db, log }: LookTools,
  look: Look,
  finding: Finding,
  code: Report['failure'],
): Promise<Looked> {
  if (!(await recordLook(db, look, finding))) return 'elsewhere';
  crashPoint('failure recorded');
  const failed = await failGeneration(db, { taskId: look.taskId, code });
  crashPoint('failed');
  log.info({ taskId: look.taskId, code, settled: failed !== null }, 'generation');
  return failed ? 'failed' : 'elsewhere';
}

/** Done there. It is done here when its file is ours. */
async function takeResult(
  tools: LookTools,
  look: Look,
  report: Report,
  signal: AbortSignal,
): Promise<Looked> {
  const { db, log } = tools;
  const { taskId } = look;
  await markReady(db, taskId);
  crashPoint('told ready');
  if (report.resultUrl === null) return missing(tools, look, report, 'success without a result');
  const isOurs = await prolongLook(db, look, { leaseMs: FETCH_LEASE_MS, state: report.said });
  if (!isOurs) return 'elsewhere';
  try {
    const file = await bringHome(tools, { taskId, url: report.resultUrl }, signal);
    const settled = await settleGenerated(db, taskId, file);
    crashPoint('succeeded');
    log.info({ taskId, settled: settled !== null }, 'generation');
    return settled ? 'succeeded' : 'elsewhere';
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
    return missing(tools, look, report, error.message);
  }
}

/** Success without a file is a state of its own: it may come yet, but not for ever. */
async function missing(
  { db, limits, log }: LookTools,
  look: Look,
  { said: state, completedAtMs }: Report,
  problem: string,
): Promise<Looked> {
  const missingLimitMs = limits.GENERATION_RESULT_MISSING_MS;
  const waiting = await recordLook(db, look, { state, completedAtMs, problem, missingLimitMs });
  if (!waiting) return 'elsewhere';
  if (waiting.completedForMs < missingLimitMs) return 'waiting';
  crashPoint('given up');
  const failed = await failGeneration(db, { taskId: look.taskId, code: 'RESULT_MISSING' });
  crashPoint('missing');
  log.info({ taskId: look.taskId, problem, settled: failed !== null }, 'generation without a result');
  return failed ? 'failed' : 'elsewhere';
}
