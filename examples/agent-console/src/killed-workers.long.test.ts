import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ApprovalView, createDungjiClient, type DungjiClient } from '@dungji/client';
import { freePort, startTestStack, type TestStack, waitUntil } from '@dungji/dev-services/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProfile, type Profile } from './profile.ts';
import { eveningOf, proposeEveningMerge } from './propose.ts';
import { createReceiver, type ReceivedCall, type ReceiverOptions } from './receiver.ts';

/** A lost worker is found in seconds instead of a minute; what separates the limits from each other stays. */
const SHORT = {
  HEARTBEAT_INTERVAL_MS: '1000',
  HEARTBEAT_TTL_MS: '3000',
  SWEEP_INTERVAL_MS: '2000',
  RETRY_BACKOFF_MS: '500',
  LOG_LEVEL: 'warn',
};
const SECRET = 'what both sides of the agent console know';
/** Nobody waits for this suite; a busy machine must not be taken for a broken stack. */
const READY_TIMEOUT_MS = 600_000;
const RUN_TIMEOUT_MS = 240_000;

let stack: TestStack;
let folder: string;
let profile: Profile;
let receiver: Server;
let mergeUrl: string;
/** For the program itself, which brings its own receiver. */
let programPort: number;
/** What the receiver does at its two moments; each test says it. */
let moments: Pick<ReceiverOptions, 'onArrival' | 'onMerged'> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dungji-profile-'));
  profile = openProfile(join(folder, 'profile.json'));
  const port = await freePort();
  programPort = await freePort();
  mergeUrl = `http://127.0.0.1:${port}/merge`;
  receiver = createReceiver({
    profile,
    secret: SECRET,
    onArrival: (call) => moments.onArrival?.(call),
    onMerged: (call, outcome) => moments.onMerged?.(call, outcome),
  }).listen(port, '127.0.0.1');
  await once(receiver, 'listening');
  stack = await startTestStack({
    name: 'agent-console',
    env: {
      ...SHORT,
      STEP_TARGET_ALLOWLIST: `127.0.0.1:${port},127.0.0.1:${programPort}`,
      STEP_SIGNING_SECRET: SECRET,
    },
    hasWeb: false,
    readyTimeoutMs: READY_TIMEOUT_MS,
  });
}, READY_TIMEOUT_MS);
afterAll(async () => {
  await stack?.stop();
  receiver.close();
  receiver.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

async function signedIn(email: string): Promise<DungjiClient> {
  const { apiUrl, webUrl } = stack.services();
  const response = await fetch(`${apiUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: webUrl },
    body: JSON.stringify({ email, password: 'dungji-demo' }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return createDungjiClient({ url: apiUrl, headers: { cookie: cookie.join('; '), origin: webUrl } });
}

function killWorkers(): void {
  for (const pid of stack.services().pids.workers) process.kill(pid, 'SIGKILL');
}

it('workers killed before, during and after the merge of a bundle lose nothing and repeat nothing', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  const person = await signedIn('tenant@dungji.example');
  const { key } = await person.apiKeys.create({ name: 'agent console' });
  const agent = createDungjiClient({ url: stack.services().apiUrl, apiKey: key });
  const operator = await signedIn('operator@dungji.example');
  const told = new AbortController();
  const types: string[] = [];
  const watching = (async () => {
    for await (const { type } of operator.watch({ signal: told.signal })) types.push(type);
  })();

  const arrivals: ReceivedCall[] = [];
  const outcomes: string[] = [];
  const isFirst = ({ position }: ReceivedCall) =>
    arrivals.filter((call) => call.position === position).length === 1;
  moments = {
    onArrival(call) {
      arrivals.push(call);
      if (!isFirst(call)) return;
      // The worker is gone while the bundle is being merged, and the answer reaches nobody.
      if (call.position === 2) killWorkers();
      if (call.position === 4) {
        killWorkers();
        throw new Error('bundle 4 is lost on its way, as the test wants it');
      }
    },
    onMerged(call, outcome) {
      outcomes.push(`${call.position} ${outcome}`);
      // Merged, and not yet answered.
      if (call.position === 3 && isFirst(call)) killWorkers();
    },
  };

  const card = await proposeEveningMerge(agent, mergeUrl, '2026-03-02');
  // The program was restarted and proposes again.
  expect((await proposeEveningMerge(agent, mergeUrl, '2026-03-02')).id).toBe(card.id);
  await operator.approvals.approve({ approvalId: card.id });
  const end = await agent.approvals.waitFor(card.id, { timeoutMs: RUN_TIMEOUT_MS });

  expect(end.status).toBe('APPLIED');
  expect(end.steps.map(({ status }) => status)).toEqual(['DONE', 'DONE', 'DONE', 'DONE']);
  expect(await profile.sections()).toEqual(
    eveningOf('2026-03-02').map(({ day, heading, lines }) => ({ day, heading, lines })),
  );
  expect(outcomes).toEqual(['1 merged', '2 merged', '2 known', '3 merged', '3 known', '4 merged']);
  expect(arrivals.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
    [1, 2, 2, 3, 3, 4, 4].map((position) => `${card.id}:${position}`),
  );
  // People heard of it.
  await waitUntil(() => types.includes('approval.resolved'), { timeoutMs: 10_000, what: 'the end' });
  expect(types.filter((type) => type === 'approval.interrupted').length).toBeGreaterThan(0);
  told.abort();
  await watching;
});

it('the program itself proposes, waits for a person, merges and shows the document', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  const person = await signedIn('tenant@dungji.example');
  const { key } = await person.apiKeys.create({ name: 'program' });
  const operator = await signedIn('operator@dungji.example');
  const program = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('main.ts', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DUNGJI_URL: stack.services().apiUrl,
        DUNGJI_API_KEY: key,
        STEP_SIGNING_SECRET: SECRET,
        RECEIVER_PORT: String(programPort),
        PROFILE_PATH: join(folder, 'program.json'),
      },
    },
  );
  let said = '';
  program.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(program, 'exit');
  await waitUntil(() => said.includes('proposed apv_'), { timeoutMs: 60_000, what: 'the proposal' });
  const [approvalId = ''] = /apv_\w+/.exec(said) ?? [];
  await operator.approvals.approve({ approvalId: approvalId as ApprovalView['id'] });
  expect(await ended).toEqual([0, null]);
  expect(said).toContain('APPLIED');
  expect(said.slice(said.indexOf('# '))).toBe(
    eveningOf('any')
      .map(({ heading, lines }) => `# ${heading}\n${lines.join('\n')}\n`)
      .join(''),
  );
});
