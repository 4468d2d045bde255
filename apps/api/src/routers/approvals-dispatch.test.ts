import type { ApprovalView } from '@dungji/contracts';
import { startOwnRedis } from '@dungji/redis/testing';
import { expect, it } from 'vitest';
import { openApiWorld } from '../testing/api-world.ts';

it('an approval that cannot be queued hears so within two seconds, brings the card back, and may be made again', async () => {
  const redis = await startOwnRedis();
  const world = await openApiWorld({ REDIS_URL: redis.url });
  try {
    const operator = await world.person('operator');
    const steps = [{ name: '회고 병합', action: 'sandbox.apply', input: {} }];
    const { data: card } = await operator.mutate<ApprovalView>('approvals.open', { title: '병합', steps });
    await redis.kill();
    const startedAtMs = Date.now();
    const refused = await operator.mutate('approvals.approve', { approvalId: card.id });
    expect(Date.now() - startedAtMs).toBeLessThan(2_000);
    expect(refused).toMatchObject({
      status: 503,
      error: { data: { reason: 'DISPATCH_FAILED', restorable: true, retryable: true } },
    });
    const back = await operator.query<ApprovalView>('approvals.get', { approvalId: card.id });
    expect(back.data).toMatchObject({
      status: 'FAILED',
      restorable: true,
      lastError: { code: 'DISPATCH_FAILED' },
      taskId: refused.error.data.taskId,
    });
    const inbox = await operator.query<{ items: ApprovalView[] }>('approvals.list', { status: 'ACTIONABLE' });
    expect(inbox.data.items.map(({ id }) => id)).toEqual([card.id]);

    await redis.restart();
    let again = refused;
    const approve = async () => {
      again = await operator.mutate('approvals.approve', { approvalId: card.id });
      return again.status;
    };
    await expect.poll(approve, { timeout: 10_000 }).toBe(202);
    expect(again.data).toMatchObject({ taskId: back.data.taskId, reused: false });
  } finally {
    await world.close();
    await redis.close();
  }
});
