import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../testing/visitor.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${sandbox.url}/generation/v1${path}`, { headers, ...init });
  return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } };
};
async function submit(prompt: string, model = 'motion-lite', key: string = randomUUID()) {
  return call('/tasks', {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify({
      model,
      input: { imageUrl: `${sandbox.url}/__sandbox/image.png`, prompt, durationSeconds: 5 },
    }),
  });
}
const job = async (prompt: string, model?: string) => String((await submit(prompt, model)).body.data.taskId);
const look = async (taskId: string) => (await call(`/tasks/${taskId}`)).body.data;

describe('the provider of videos', () => {
  it.each([
    ['motion-lite', (data: Record<string, unknown>) => (data.resultUrls as string[])[0]],
    ['motion', (data: Record<string, unknown>) => JSON.parse(String(data.resultJson)).resultUrls[0]],
    ['motion-long', (data: Record<string, unknown>) => (data.output as { video: { url: string } }).video.url],
  ] as const)('renders with %s, and hands out a video under that model’s own name', async (model, urlIn) => {
    const taskId = await job('집 [render=1000]', model);
    expect(['queuing', 'generating']).toContain((await look(taskId)).state);
    sandbox.passTime(1_001);
    const done = await look(taskId);
    expect(done.state).toBe('success');
    const file = await fetch(urlIn(done) ?? '');
    expect(file.headers.get('content-type')).toBe('video/webm');
    expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
  });

  it('takes one key once, counts how often it came, and finds the work by it', async () => {
    const first = await submit('집', 'motion', 'same');
    const again = await submit('집', 'motion', 'same');
    expect(again.body.data).toEqual(first.body.data);
    expect((await call('/tasks?idempotencyKey=same')).body.data).toEqual(first.body.data);
    expect((await call('/tasks?idempotencyKey=other')).status).toBe(404);
    const response = await fetch(`${sandbox.url}/__sandbox/state`);
    const { submits } = (await response.json()) as { submits: unknown[] };
    expect(submits).toContainEqual(expect.objectContaining({ idempotencyKey: 'same', times: 2 }));
  });

  it('fails, loses the address, or brings it later, as the prompt says', async () => {
    const failing = await job('[fail] [render=0]');
    const without = await job('[no-url] [render=0]');
    const later = await job('[no-url-then-url=5000] [render=0]');
    expect(await look(failing)).toMatchObject({ state: 'fail', failCode: 'internal_error' });
    expect(await look(without)).toMatchObject({ state: 'success', resultUrls: [] });
    expect(await look(later)).toMatchObject({ state: 'success', resultUrls: [] });
    sandbox.passTime(5_001);
    expect(await look(without)).toMatchObject({ resultUrls: [] });
    expect((await look(later)).resultUrls).toHaveLength(1);
  });

  it('says what nobody understands, forgets, stumbles, and counts in seconds', async () => {
    expect(await look(await job('[state=composting]'))).toMatchObject({ state: 'composting' });
    const gone = await job('[gone]');
    expect((await call(`/tasks/${gone}`)).status).toBe(404);
    const stumbling = await job('[query-error=2] [render=0]');
    const answers = [await call(`/tasks/${stumbling}`), await call(`/tasks/${stumbling}`)];
    expect(answers.map((answer) => answer.status)).toEqual([500, 500]);
    expect((await look(stumbling)).state).toBe('success');
    const { completeTime } = await look(await job('[seconds-epoch] [render=0]'));
    expect(String(completeTime)).toMatch(/^\d{10}$/);
  });

  it('refuses at the door what it will never take, and whoever has no key', async () => {
    expect((await submit('[reject]')).status).toBe(422);
    expect((await submit('집', 'unheard-of')).status).toBe(422);
    const response = await fetch(`${sandbox.url}/generation/v1/tasks/x`);
    expect(response.status).toBe(401);
  });

  it('takes the work and drops the line, when asked to', async () => {
    await expect(submit('[drop-reply]', 'motion', 'dropped')).rejects.toThrow();
    expect((await call('/tasks?idempotencyKey=dropped')).status).toBe(200);
  });

  it('is out of order while its fault lasts', async () => {
    const fault = (mode: string) =>
      fetch(`${sandbox.url}/__sandbox/fault`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ target: 'generation', mode }),
      });
    const taskId = await job('집');
    await fault('down');
    expect((await call(`/tasks/${taskId}`)).status).toBe(503);
    await fault('ok');
    expect((await call(`/tasks/${taskId}`)).status).toBe(200);
  });
});
