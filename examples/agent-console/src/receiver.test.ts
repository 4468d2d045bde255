import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Bundle, openProfile, type Profile } from './profile.ts';
import { eveningOf } from './propose.ts';
import { createReceiver } from './receiver.ts';

const SECRET = 'a secret that both sides know, of enough length';
const NOW = new Date('2026-03-02T21:00:00.000Z');
const [first, second] = eveningOf('2026-03-02') as [Bundle, Bundle];

let profile: Profile;
let url: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dungji-profile-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  profile = openProfile(join(folder, 'profile.json'));
  const receiver = createReceiver({ profile, secret: SECRET, now: () => NOW }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/merge`;
});

/** The call as Dungji makes it; `more` is what somebody else made of it. */
async function call(
  bundle: object,
  key: string,
  more: { sentAt?: Date; secret?: string; body?: string } = {},
) {
  const body = JSON.stringify(bundle);
  const timestamp = String(Math.floor((more.sentAt ?? NOW).getTime() / 1_000));
  const signature = createHmac('sha256', more.secret ?? SECRET)
    .update(`${timestamp}.${body}`)
    .digest('hex');
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-dungji-timestamp': timestamp,
      'x-dungji-signature': `sha256=${signature}`,
    },
    body: more.body ?? body,
  });
  return { status: response.status, body: await response.json() };
}
const headings = async () => (await profile.sections()).map(({ heading }) => heading);

describe('what somebody else sends', () => {
  it.each([
    ['under another secret', { secret: 'not the one that was agreed on by the two sides' }],
    ['with another body', { body: JSON.stringify({ ...first, lines: ['사실이 아니에요'] }) }],
    ['once more, six minutes later', { sentAt: new Date(NOW.getTime() - 6 * 60_000) }],
    ['from the future', { sentAt: new Date(NOW.getTime() + 6 * 60_000) }],
  ])('%s is refused, and changes nothing', async (_, more) => {
    expect((await call(first, 'apv_1:1', more)).status).toBe(401);
    expect(await headings()).toEqual([]);
  });

  it('without any signature is refused', async () => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(first) });
    expect(response.status).toBe(401);
  });
});

describe('a bundle', () => {
  it('is merged once, however often it comes, and the answer stays the same', async () => {
    const answers = [
      await call(first, 'apv_1:1'),
      await call(first, 'apv_1:1'),
      await call(first, 'apv_1:1'),
    ];
    expect(answers).toEqual(Array(3).fill({ status: 200, body: { sections: 1 } }));
    expect(await headings()).toEqual([first.heading]);
  });

  it('that comes twice in the same moment is merged once', async () => {
    const answers = await Promise.all([call(first, 'apv_1:1'), call(first, 'apv_1:1')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await headings()).toEqual([first.heading]);
  });

  it('never goes in before the one before it', async () => {
    expect((await call(second, 'apv_1:2')).status).toBe(409);
    await call(first, 'apv_1:1');
    expect((await call(second, 'apv_1:2')).status).toBe(200);
    expect(await headings()).toEqual([first.heading, second.heading]);
  });

  it('of the next day goes into the same document, from the first one on', async () => {
    const [tomorrow] = eveningOf('2026-03-03') as [Bundle];
    await call(first, 'apv_1:1');
    expect(await call(tomorrow, 'apv_2:1')).toEqual({ status: 200, body: { sections: 1 } });
    expect((await profile.sections()).map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03']);
  });

  it('that was merged under another key is not merged again', async () => {
    await call(first, 'apv_1:1');
    expect((await call(first, 'apv_2:1')).status).toBe(409);
    expect(await headings()).toEqual([first.heading]);
  });

  it('under a key that stands for another one is refused', async () => {
    await call(first, 'apv_1:1');
    expect((await call(second, 'apv_1:1')).status).toBe(409);
    expect(await headings()).toEqual([first.heading]);
  });

  it('that is none is refused for good', async () => {
    expect((await call({ position: 'one' }, 'apv_1:1')).status).toBe(422);
  });
});
