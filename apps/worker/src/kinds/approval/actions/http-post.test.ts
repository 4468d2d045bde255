import { lookup } from 'node:dns';
import type { ApprovalStep } from '@dungji/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Resolve } from '../../../outside/call.ts';
import { approvedCard, cardOf, openStepsWorld, type StepsWorld } from '../../../testing/steps-world.ts';

let steps: StepsWorld;
beforeAll(async () => {
  steps = await openStepsWorld(nameServer);
});
afterEach(() => steps.outside.setFault('ok', undefined, 'steps'));
afterAll(() => steps.close());

/** Says that hooks.example is this machine, as an attacker's name server would; asks the real one for the rest. */
const nameServer: Resolve = (name, options, callback) =>
  lookup(name === 'hooks.example' ? '127.0.0.1' : name, options, callback);

const posting = (body: object, url = `${steps.outside.url}/steps/receive`): ApprovalStep => ({
  name: '회고 병합',
  action: 'http.post',
  input: { url, body: { key: 'merge', ...body } },
});

/** Runs a card with this one step to its end. */
async function runOne(step: ApprovalStep, change: Parameters<StepsWorld['runThrough']>[1] = {}) {
  const { approvalId, task } = await approvedCard(steps.world, [step]);
  await steps.runThrough(task.id, change);
  const card = await cardOf(steps.world.db, approvalId);
  const applications = await steps.outside.applicationsOf(approvalId);
  const { status, restorable, lastError } = card;
  return {
    status,
    restorable,
    lastError,
    output: card.steps[0]?.output,
    times: applications.map((a) => a.times),
  };
}

describe('http.post', () => {
  it('calls under the step’s key, signed so that the other side knows who calls', async () => {
    expect(await runOne(posting({}))).toMatchObject({
      status: 'APPLIED',
      times: [1],
      output: { status: 200, body: { applied: true, key: 'merge', times: 1 } },
    });
  });

  it('is refused by a target that cannot verify it, and the card does not come back', async () => {
    expect(await runOne(posting({}), { secret: 'another secret' })).toMatchObject({
      status: 'FAILED',
      restorable: false,
      lastError: { code: 'STEP_REJECTED', message: expect.stringContaining('401') },
      times: [],
    });
  });

  it('asks where a target says 202 until it is done', async () => {
    expect(await runOne(posting({ later: true, ms: 1_200 }))).toMatchObject({
      status: 'APPLIED',
      times: [1],
      output: { status: 200, body: { applied: true } },
    });
  });

  it('is tried again after a 5xx and after an answer that was lost, with one effect', async () => {
    expect(await runOne(posting({ failTimes: 2 }))).toMatchObject({ status: 'APPLIED', times: [1] });
    expect(await runOne(posting({ dropReply: true }))).toMatchObject({ status: 'APPLIED', times: [1] });
  });

  it('to a target that stays down fails restorably', async () => {
    await steps.outside.setFault('down', undefined, 'steps');
    expect(await runOne(posting({}))).toMatchObject({
      status: 'FAILED',
      restorable: true,
      lastError: { code: 'STEP_FAILED', message: 'the other system answered 503: the step target is down' },
    });
  });

  it('refused by the target with a 4xx never comes back', async () => {
    expect(await runOne(posting({ reject: true }))).toMatchObject({
      status: 'FAILED',
      restorable: false,
      lastError: { code: 'STEP_REJECTED', message: 'the other system answered 422: this input is refused' },
    });
  });

  it('does not go where a redirect sends it', async () => {
    const elsewhere = `${steps.outside.url}/steps/apply`;
    expect(await runOne(posting({ redirectTo: elsewhere }))).toMatchObject({
      status: 'FAILED',
      restorable: false,
      lastError: { message: 'the other system answered 307: redirects are not followed' },
      times: [],
    });
  });

  it('calls no host that is not listed, even when it was listed as the card was opened', async () => {
    expect(await runOne(posting({}), { allowlist: ['hooks.example'] })).toMatchObject({
      status: 'FAILED',
      restorable: false,
      lastError: { code: 'STEP_REJECTED' },
      times: [],
    });
  });

  it('does not follow a listed name into a private network', async () => {
    const { port } = new URL(steps.outside.url);
    const step = posting({}, `http://hooks.example:${port}/steps/receive`);
    expect(await runOne(step, { allowlist: [`hooks.example:${port}`] })).toMatchObject({
      status: 'FAILED',
      restorable: false,
      lastError: { code: 'STEP_REJECTED', message: 'the host leads into a private network' },
      times: [],
    });
  });
});
