import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApprovalView, createDungjiClient, DungjiError } from '@dungji/client';
import { openProfile } from './profile.ts';
import { proposeEveningMerge } from './propose.ts';
import { createReceiver } from './receiver.ts';

const {
  DUNGJI_URL = 'http://127.0.0.1:4000',
  DUNGJI_API_KEY: apiKey,
  STEP_SIGNING_SECRET: secret = 'dungji-sandbox-step-signing-secret',
  RECEIVER_PORT = '4300',
  PROFILE_PATH = 'profile.json',
} = process.env;
if (!apiKey) {
  console.error('DUNGJI_API_KEY is not set: make a key on the settings page of the web app.');
  process.exit(2);
}
/** So that there is something to look at. */
const MERGE_MS = 1_500;

const dungji = createDungjiClient({ url: DUNGJI_URL, apiKey });
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('interrupted')));
const profile = openProfile(PROFILE_PATH);
const receiver = createReceiver({
  profile,
  secret,
  onArrival: () => pause(MERGE_MS),
  onMerged: ({ position, idempotencyKey }, outcome) =>
    console.log(`  bundle ${position} (${idempotencyKey}): ${outcome}`),
});

try {
  receiver.listen(Number(RECEIVER_PORT), '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  process.exitCode = await mergeTheEvening(`http://127.0.0.1:${port}/merge`);
} catch (error) {
  process.exitCode = 1;
  if (error instanceof DungjiError) console.error(`refused: ${error.reason}`, error.data?.fieldErrors ?? '');
  else console.error(error instanceof Error ? error.message : error);
} finally {
  receiver.close();
  receiver.closeAllConnections();
}

/** Proposes the merge, and tells each step on the way to its end. */
async function mergeTheEvening(mergeUrl: string): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const card = await proposeEveningMerge(dungji, mergeUrl, day);
  console.log(`proposed ${card.id}: approve it at /approvals of the web app`);
  const end = await dungji.approvals.waitFor(card.id, { onChange: tell, signal: stop.signal });
  tell(end);
  if (end.status !== 'APPLIED') return 1;
  for (const { heading, lines } of await profile.sections()) console.log(`# ${heading}\n${lines.join('\n')}`);
  return 0;
}

function tell({ status, steps, decidedByName, lastError }: ApprovalView): void {
  const done = steps.filter((step) => step.status === 'DONE').length;
  const now = steps.find((step) => step.status === 'STARTED');
  const by = decidedByName ? ` by ${decidedByName}` : '';
  const why = lastError && status === 'FAILED' ? `: ${lastError.message}` : '';
  console.log(`${status}${by} ${done}/${steps.length}${now ? ` · ${now.name}` : ''}${why}`);
}
