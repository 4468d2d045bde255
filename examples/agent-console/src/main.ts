import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ApprovalView, createDungjiClient, DungjiError } from '@dungji/client';
import { openProfile } from './profile.ts';
import { followCard, proposeEveningMerge } from './propose.ts';
import { createReceiver } from './receiver.ts';

const {
  DUNGJI_URL = 'http://127.0.0.1:4000',
  DUNGJI_API_KEY: apiKey,
  DUNGJI_STEP_SECRET: secret,
  RECEIVER_PORT = '4300',
  PROFILE_PATH = 'profile.json',
  MERGE_MS = '1500',
} = process.env;
if (!apiKey || !secret) {
  console.error('DUNGJI_API_KEY and DUNGJI_STEP_SECRET must be set; the README tells where they come from.');
  process.exit(2);
}

const dungji = createDungjiClient({ url: DUNGJI_URL, apiKey });
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('interrupted')));
const profile = openProfile(PROFILE_PATH);
const receiver = createReceiver({
  profile,
  secret,
  mergeMs: Number(MERGE_MS),
  onCall: ({ position, outcome }) => console.log(`  bundle ${position}: ${outcome}`),
});

try {
  receiver.listen(Number(RECEIVER_PORT), '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  process.exitCode = await mergeTheEvening(`http://127.0.0.1:${port}/merge`);
} catch (error) {
  process.exitCode = 1;
  if (error instanceof DungjiError) console.error(`refused: ${error.reason}`);
  else console.error(error instanceof Error ? error.message : error);
} finally {
  receiver.close();
  receiver.closeAllConnections();
}

async function mergeTheEvening(mergeUrl: string): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const card = await proposeEveningMerge(dungji, mergeUrl, day);
  console.log(`proposed ${card.id}: approve it at /approvals of the web app`);
  const end = await followCard(dungji, card, tell, stop.signal);
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
