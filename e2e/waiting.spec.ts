import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { services } from './stack.ts';
import { makeNest, openNest, query, registryCard, requestRegistry, signInAsTenant } from './tenant.ts';

// Waits end as soon as what they wait for is there; a busy machine needs far longer than a free one.
test.describe.configure({ timeout: 240_000 });

const parentOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));

test('a dialog opened after more than three minutes says so at once, and what can be done', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `오래 걸리는 집 ${Date.now()}`, '[slow=3000]');
  const taskId = await requestRegistry(page, nestId);
  await query(`UPDATE task SET pending_at = pending_at - interval '200 seconds' WHERE id = $1`, [taskId]);

  const card = await openNest(page, nestId);
  await expect(card).toContainText('평소보다 오래 걸리고 있어요');
  await expect(card.getByRole('timer', { name: '기다린 시간' })).toContainText('3분');
  await expect(card.getByRole('button', { name: '다시 발급' })).toBeVisible();
  await card.getByRole('button', { name: '발급 취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '발급 취소' }).click();
  await expect(card).toContainText('요청을 취소했어요.');
});

test('eight tabs of one browser all load, and all show what one of them asks for', async ({ context }) => {
  const first = await signInAsTenant(context);
  const nestId = await makeNest(first, `여덟 창 ${Date.now()}`, '');
  const tabs = [first, ...(await Promise.all(Array.from({ length: 7 }, () => context.newPage())))];
  for (const tab of tabs) await openNest(tab, nestId);
  await registryCard(tabs.at(-1) ?? first)
    .getByRole('button', { name: '발급', exact: true })
    .click();
  for (const tab of tabs) await expect(registryCard(tab)).toContainText('발급 완료', { timeout: 120_000 });
});

test('with every worker killed and none back, the screen says so within the limit; once they are, asking again works', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `일꾼 없는 집 ${Date.now()}`, '');
  const card = await openNest(page, nestId);
  const { workers } = services().pids;
  // Those that would start them again stand still meanwhile.
  const supervisors = [...new Set(workers.map(parentOf))];
  for (const pid of supervisors) process.kill(pid, 'SIGSTOP');
  try {
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    await card.getByRole('button', { name: '발급', exact: true }).click();
    await expect(card).toContainText('차례를 기다리는 중');
    await expect(card).toContainText('제때 시작하지 못해 요청을 끝냈어요.', { timeout: 40_000 });
  } finally {
    for (const pid of supervisors) process.kill(pid, 'SIGCONT');
  }
  await expect
    .poll(() => services().pids.workers.filter((pid) => !workers.includes(pid)).length, { timeout: 60_000 })
    .toBe(workers.length);
  await card.getByRole('button', { name: '다시 발급' }).click();
  await expect(card).toContainText('발급 완료', { timeout: 120_000 });
});
