import { createHmac } from 'node:crypto';

/**
 * What a target of ours can tell us by: HMAC-SHA256 over the time and the exact bytes of the body, so that neither can be
 * changed, nor an old call be sent again once its time is past. Verified by `verifyStepCall` of @dungji/client.
 *
 * @param body empty for calls without one
 */
export function signedHeaders(secret: string, body: string, now = new Date()): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-dungji-timestamp': timestamp, 'x-dungji-signature': `sha256=${signature}` };
}
