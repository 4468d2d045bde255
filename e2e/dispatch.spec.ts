import { expect, test } from '@playwright/test';
import { services } from './stack.ts';
import { makeNest, openNest, query, signInAsTenant } from './tenant.ts';

// Waits end as soon as what they wait for is there; a busy machine needs far longer than a free one.
test.describe.configure({ timeout: 180_000 });

test('a click while Redis answers nobody is refused in plain words, and the next one works', async ({
  context,
}) => {
  const { redis } = services().pids;
  if (redis === undefined) throw new Error('Only a Redis that the stack has started may be frozen.');
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `줄이 없는 집 ${Date.now()}`, '');
  const card = await openNest(page, nestId);
  process.kill(redis, 'SIGSTOP');
  try {
    await card.getByRole('button', { name: '발급', exact: true }).click();
    await expect(
      page.getByText('지금은 작업을 시작할 수 없어요. 잠시 후 다시 시도해 주세요.').first(),
    ).toBeVisible({
      timeout: 30_000,
    });
    await expect(card.getByRole('button', { name: '다시 발급' })).toBeEnabled();
  } finally {
    process.kill(redis, 'SIGCONT');
  }
  await card.getByRole('button', { name: '다시 발급' }).click();
  await expect(card).toContainText('발급 완료', { timeout: 90_000 });
  // What was refused was never run, although its job may have reached Redis late.
  expect(
    await query(
      `SELECT status, error_code, attempt FROM task WHERE nest_id = $1 AND kind = 'issuance' ORDER BY id`,
      [nestId],
    ),
  ).toEqual([
    { status: 'FAILED', error_code: 'DISPATCH_FAILED', attempt: 0 },
    { status: 'SUCCESS', error_code: null, attempt: 1 },
  ]);
});
