import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { approvalsOf } from './operator.ts';
import { services } from './stack.ts';
import { makeNest, openNest, query, requestRegistry, signInAsTenant } from './tenant.ts';

// Waits end as soon as what they wait for is there; a busy machine needs far longer than a free one.
test.describe.configure({ timeout: 300_000 });

const sandbox = async (path: string, body?: object) => {
  const response = await fetch(`${services().sandboxUrl}/__sandbox/${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return (await response.json()) as { purchases: { address: string; times: number }[] };
};
const portal = (mode: 'down' | 'ok') => sandbox('fault', { target: 'portal', mode });
const timesPaid = async (name: string) =>
  (await sandbox('state')).purchases
    .filter(({ address }) => address.includes(name))
    .map(({ times }) => times);

/** The operators' page, at one of its tabs. */
async function openOps(browser: Browser): Promise<Page> {
  const page = await approvalsOf(browser, '관리자');
  await page.goto(`${services().webUrl}/ops`);
  await expect(page.getByRole('heading', { name: '운영', level: 1 })).toBeVisible({ timeout: 60_000 });
  return page;
}
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '운영 화면' }).getByRole('link', { name }).click();
const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const record = (page: Page): Locator => page.getByRole('dialog', { name: '작업 기록' });
const openRecord = async (page: Page, taskId: string) => {
  await page.locator(`[data-task-link="${taskId}"]`).click();
  await expect(record(page).getByText(taskId)).toBeVisible();
};
const closeRecord = (page: Page) => record(page).getByRole('button', { name: '닫기' }).click();

/** All that the card has said about further attempts, from now on. */
async function watchAttempts(card: Locator): Promise<() => Promise<string[]>> {
  const watched = await card.evaluateHandle((element) => {
    const said: string[] = [];
    const look = () => said.push(...(element.textContent?.match(/\d번째 시도, \d+초 뒤/g) ?? []));
    new MutationObserver(look).observe(element, { subtree: true, childList: true, characterData: true });
    return said;
  });
  return () => watched.jsonValue();
}

/** The processes of the browser below this worker. */
function browserOf(workerId: string): number[] {
  const isIt = (pid: number) =>
    readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`WORKER_ID=${workerId}`);
  const worker = services().pids.workers.find(isIt);
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((found) => (found ? [{ pid: Number(found[1]), parent: Number(found[2]), args: found[3] }] : []));
  const below = (parent: number): typeof rows =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return below(worker ?? 0)
    .filter(({ args }) => /chrom/i.test(args ?? ''))
    .map(({ pid }) => pid);
}

test('operators see what goes on, decide what is in doubt, stop what runs, and open what a failure left', async ({
  browser,
  context,
}) => {
  const tenant = await signInAsTenant(context);
  const [emptyName, doubtName, hangName] = ['빈 서류', '의심스러운 결제', '멈춘 포털'].map(
    (name) => `${name} ${Date.now()}`,
  ) as [string, string, string];
  const ops = await openOps(browser);

  await test.step('who works, and what waits', async () => {
    const workers = region(ops, '작업자').getByRole('listitem');
    await expect(workers).toHaveCount(2);
    await expect(workers.first()).toContainText('초 전 소식');
    await expect(region(ops, '대기열').getByRole('row', { name: /^발급 / })).toBeVisible();
    await expect(ops.getByRole('link', { name: '대기열 관리 도구 열기' })).toBeVisible();
    const board = await ops.request.get(`${services().webUrl}/admin/queues`);
    expect(await board.text()).toContain('Bull');
    const operator = await approvalsOf(browser, '운영자');
    expect((await operator.request.get(`${services().webUrl}/admin/queues`)).ok()).toBe(false);
    await operator.context().close();
  });

  const failedId = await test.step('a failure', async () => {
    const nestId = await makeNest(tenant, emptyName, '[empty-pdf]');
    const card = await openNest(tenant, nestId);
    const taskId = await requestRegistry(tenant, nestId);
    await expect(card).toContainText('문서를 읽을 수 없어요.', { timeout: 90_000 });
    return taskId;
  });

  await test.step('a payment in doubt is decided, and its task goes on without a second one', async () => {
    const nestId = await makeNest(tenant, doubtName, '[pay-slow=4000]');
    const card = await openNest(tenant, nestId);
    const said = await watchAttempts(card);
    const taskId = await requestRegistry(tenant, nestId);
    await expect.poll(() => timesPaid(doubtName), { timeout: 60_000 }).toEqual([1]);
    await portal('down');
    try {
      await expect(card).toContainText('결제가 되었는지 확인하지 못했어요.', { timeout: 120_000 });
    } finally {
      await portal('ok');
    }
    expect(await said()).toEqual(expect.arrayContaining([expect.stringMatching(/^2번째 시도, \d초 뒤$/)]));

    await ops.getByRole('button', { name: '목록 보기' }).click();
    await openRecord(ops, taskId);
    await expect(record(ops).getByText('OUTCOME_UNKNOWN').first()).toBeVisible();
    await expect(record(ops).getByText('한 번만')).toBeVisible();
    await expect(record(ops).getByText('3번째 시도').first()).toBeVisible();
    await expect(record(ops).getByText('다시 시도하기로 함').first()).toBeVisible();
    await record(ops).getByRole('button', { name: '결과 알려 주기' }).click();
    const decision = ops.getByRole('dialog', { name: '결제가 되었나요?' });
    await decision.getByRole('radio', { name: '결제되었어요' }).click();
    await decision.getByRole('textbox').fill('구매 내역에서 보았음');
    await decision.getByRole('button', { name: '결정하기' }).click();
    await expect(decision).toBeHidden();
    await expect(card).toContainText('발급 완료', { timeout: 90_000 });
    await expect(record(ops).getByText('완료', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    expect(await timesPaid(doubtName)).toEqual([1]);
    await closeRecord(ops);
  });

  await test.step('the picture and the trace of a failure open from its record', async () => {
    await tab(ops, '작업');
    await region(ops, '작업').getByLabel('상태').selectOption({ label: '실패' });
    await region(ops, '작업').getByLabel('까닭').selectOption('UNREADABLE_DOCUMENT');
    await openRecord(ops, failedId);
    await record(ops)
      .getByRole('button', { name: /^화면 사진 .*열기$/ })
      .click();
    const picture = record(ops).getByRole('img', { name: '실패했을 때 브라우저가 보여 준 화면' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const [trace] = await Promise.all([
      ops.waitForEvent('download'),
      record(ops)
        .getByRole('button', { name: /^실행 기록 .*열기$/ })
        .click(),
    ]);
    expect(
      readFileSync(await trace.path())
        .subarray(0, 2)
        .toString('latin1'),
    ).toBe('PK');
    await closeRecord(ops);
    await ops.getByRole('button', { name: '조건 지우기' }).click();
  });

  await test.step('a task that runs is cancelled, and its browser is gone within ten seconds', async () => {
    const nestId = await makeNest(tenant, hangName, '[hang]');
    const card = await openNest(tenant, nestId);
    const taskId = await requestRegistry(tenant, nestId);
    await expect(card).toContainText('발급 중', { timeout: 60_000 });
    await openRecord(ops, taskId);
    const workerId = (
      await query<{ worker_id: string }>('SELECT worker_id FROM task WHERE id = $1', [taskId])
    )[0]?.worker_id;
    if (existsSync('/proc')) expect(browserOf(workerId ?? '')).not.toEqual([]);
    await record(ops).getByRole('button', { name: '작업 취소' }).click();
    await ops.getByRole('alertdialog').getByRole('button', { name: '작업 취소' }).click();
    await expect(card).toContainText('요청을 취소했어요.');
    if (existsSync('/proc'))
      await expect.poll(() => browserOf(workerId ?? ''), { timeout: 10_000 }).toEqual([]);
    await expect(record(ops).getByText('CANCELLED').first()).toBeVisible();
    await closeRecord(ops);
  });

  await test.step('a sweep by hand, and the record of all that was done', async () => {
    await tab(ops, '정리');
    await region(ops, '정리').getByRole('button', { name: '지금 정리' }).click();
    await expect(ops.getByRole('status').filter({ hasText: '정리를 마쳤어요' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(
      region(ops, '정리')
        .getByRole('row', { name: /운영자/ })
        .first(),
    ).toBeVisible();
    await tab(ops, '기록');
    for (const done of ['정리를 시킴', '작업을 취소함', '실패 화면을 열어 봄', '결과를 결정함'])
      await expect(region(ops, '기록').getByText(done).first()).toBeVisible();
    await expect(region(ops, '기록').getByText('구매 내역에서 보았음')).toBeVisible();
  });
});
