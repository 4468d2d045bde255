import { describe, expect, it } from 'vitest';
import { signedHeaders } from '../../../apps/worker/src/kinds/approval/signature.ts';
import { verifyStepCall } from './verify-step-call.ts';

const NOW = new Date('2026-01-31T09:00:00.000Z');
const secret = 'a secret that both sides know';
const body = JSON.stringify({ part: 1, name: '회고' });
const headers = { ...signedHeaders(secret, body, NOW), 'idempotency-key': 'apv_1:2' };

describe('a call of a step', () => {
  it('that Dungji signed is known as such, with the key of its effect', async () => {
    const known = { idempotencyKey: 'apv_1:2' };
    expect(await verifyStepCall({ secret, headers, body, now: NOW })).toEqual(known);
    const asBytes = new TextEncoder().encode(body);
    expect(await verifyStepCall({ secret, headers: new Headers(headers), body: asBytes, now: NOW })).toEqual(
      known,
    );
  });

  it.each([
    ['with another body', { body: body.replace('1', '2') }],
    ['signed with another secret', { secret: 'guessed' }],
    ['sent again much later', { now: new Date(NOW.getTime() + 301_000) }],
    ['of a time to come', { now: new Date(NOW.getTime() - 301_000) }],
    ['at another time than signed', { headers: { ...headers, 'x-dungji-timestamp': '1769850001' } }],
    ['without a signature', { headers: { ...headers, 'x-dungji-signature': undefined } }],
    ['with half a signature', { headers: { ...headers, 'x-dungji-signature': 'sha256=00' } }],
    ['without a key', { headers: { ...headers, 'idempotency-key': '' } }],
  ])('%s is not', async (_, change) => {
    expect(await verifyStepCall({ secret, headers, body, now: NOW, ...change })).toBeNull();
  });
});
