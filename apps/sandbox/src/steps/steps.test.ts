import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningSandbox, startSandbox } from '../testing/visitor.ts';

const SECRET = 'dungji-sandbox-step-signing-secret';
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());
beforeEach(async () => void (await control('reset', {})));

const control = (path: string, body: object) =>
  fetch(`${sandbox.url}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const state = async () =>
  (await (await fetch(`${sandbox.url}/__sandbox/state`)).json()) as {
    readonly applications: unknown[];
    readonly applying: number;
  };
const applications = async () => (await state()).applications;

const apply = (input: object, key = randomUUID() as string, signal?: AbortSignal) =>
  fetch(`${sandbox.url}/steps/apply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(input),
    signal: signal ?? null,
  });

const signed = (body: string, secret = SECRET, atMs = Date.now()) => {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-dungji-timestamp': timestamp, 'x-dungji-signature': `sha256=${signature}` };
};
const receive = (input: object, key: string, headers?: Record<string, string>) => {
  const body = JSON.stringify(input);
  return fetch(`${sandbox.url}/steps/receive`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...(headers ?? signed(body)) },
    body,
  });
};

describe('the step target', () => {
  it('applies an effect once per idempotency key, however often and at the same time it is asked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => apply({ key: 'merge', ms: 30 }, 'apv_1:1')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await apply({ key: 'merge' }, 'apv_1:2');
    expect(await applications()).toMatchObject([
      { key: 'merge', idempotencyKey: 'apv_1:1', times: 1, requests: 5 },
      { key: 'merge', idempotencyKey: 'apv_1:2', times: 1, requests: 1 },
    ]);
  });

  it('applies what was begun also when whoever asked has gone', async () => {
    const leaving = new AbortController();
    const asked = apply({ ms: 200 }, 'apv_2:1', leaving.signal).catch(() => 'left');
    await vi.waitFor(async () => expect((await state()).applying).toBe(1), { interval: 5 });
    leaving.abort();
    expect(await asked).toBe('left');
    expect((await apply({ ms: 200 }, 'apv_2:1')).status).toBe(200);
    expect(await applications()).toMatchObject([{ times: 1, requests: 2 }]);
  });

  it('fails, refuses and breaks off as it is told to', async () => {
    expect((await apply({ failTimes: 2 }, 'a')).status).toBe(500);
    expect((await apply({ failTimes: 2 }, 'a')).status).toBe(500);
    expect((await apply({ failTimes: 2 }, 'a')).status).toBe(200);
    expect((await apply({ reject: true }, 'b')).status).toBe(422);
    await expect(apply({ dropReply: true }, 'c')).rejects.toThrow();
    expect((await apply({ dropReply: true }, 'c')).status).toBe(200);
    expect(await applications()).toMatchObject([
      { idempotencyKey: 'a', times: 1 },
      { idempotencyKey: 'c', times: 1 },
    ]);
  });

  it('is down, and forgets everything at reset', async () => {
    await apply({}, 'a');
    await control('fault', { target: 'steps', mode: 'down' });
    expect((await apply({}, 'b')).status).toBe(503);
    await control('reset', {});
    expect(await applications()).toEqual([]);
    expect((await apply({}, 'b')).status).toBe(200);
  });

  it('needs a key and a body it understands', async () => {
    expect((await apply({ ms: -1 }, 'a')).status).toBe(400);
    const without = await fetch(`${sandbox.url}/steps/apply`, { method: 'POST', body: '{}' });
    expect(without.status).toBe(400);
    const broken = await fetch(`${sandbox.url}/steps/apply`, {
      method: 'POST',
      headers: { 'idempotency-key': 'a' },
      body: '{',
    });
    expect(broken.status).toBe(400);
  });
});

describe('the signed receiver', () => {
  it('takes what was signed lately with its secret and this body, and nothing else', async () => {
    const body = JSON.stringify({ key: 'merge' });
    expect((await receive({ key: 'merge' }, 'a')).status).toBe(200);
    for (const headers of [
      {},
      signed(body, 'another secret'),
      signed(JSON.stringify({ key: 'other' })),
      signed(body, SECRET, Date.now() - 400_000),
    ])
      expect((await receive({ key: 'merge' }, 'b', headers as Record<string, string>)).status).toBe(401);
    expect(await applications()).toMatchObject([{ idempotencyKey: 'a', times: 1 }]);
  });

  it('says 202 and where to ask, and tells the end there, to whoever signs', async () => {
    const first = await receive({ later: true, ms: 100 }, 'apv_3:1');
    expect(first.status).toBe(202);
    const url = new URL(first.headers.get('location') ?? '', sandbox.url).href;
    expect((await fetch(url)).status).toBe(401);
    // Whoever asks again under the key waits along with what was begun.
    expect((await receive({ ms: 100 }, 'apv_3:1')).status).toBe(200);
    expect((await fetch(url, { headers: signed('') })).status).toBe(200);
    expect((await fetch(url.replace('apv_3', 'apv_4'), { headers: signed('') })).status).toBe(404);
  });
});
