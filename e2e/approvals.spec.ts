import { expect, type Page, type Request, type Route, test } from '@playwright/test';
import { approvalsOf, callAs, news, openCard, running, waiting, watchForReturn } from './operator.ts';
import { services } from './stack.ts';
import { query, signInAsTenant } from './tenant.ts';

// Waits end as soon as what they wait for is there; a busy machine needs far longer than a free one.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

/** Two operators at two devices, and a second window of the first. */
let operator: Page;
let window2: Page;
let admin: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  [operator, admin] = await Promise.all([approvalsOf(browser, '운영자'), approvalsOf(browser, '관리자')]);
  window2 = await operator.context().newPage();
  await window2.goto(`${services().webUrl}/approvals`);
  await expect(window2.getByRole('button', { name: '연결 상태: 실시간' })).toBeVisible({ timeout: 60_000 });
});
test.afterAll(async () => {
  await Promise.all([operator?.context().close(), admin?.context().close()]);
});
test.afterEach(async () => {
  await Promise.all([operator, window2, admin].map((page) => page.unrouteAll({ behavior: 'wait' })));
});

const APPROVE = '**/trpc/approvals.approve*';
const REJECT = '**/trpc/approvals.reject*';
const approveButton = (page: Page, card: { id: string; title: string }) =>
  waiting(page, card).getByRole('button', { name: '승인', exact: true });

/** Holds requests back until they are let go, each in its own time. */
async function holdBack(page: Page, url: string) {
  const held: Route[] = [];
  let arrived = (): void => {};
  await page.route(url, (route) => {
    held.push(route);
    arrived();
  });
  return {
    async next(): Promise<Route> {
      if (held.length === 0)
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      const route = held.shift();
      if (!route) throw new Error('no request was held back');
      return route;
    },
  };
}

function count(page: Page, path: string): () => number {
  let requests = 0;
  const look = (request: Request) => {
    if (request.url().includes(path)) requests += 1;
  };
  page.on('request', look);
  return () => {
    page.off('request', look);
    return requests;
  };
}

test('a card is gone with the click, here and in every window, is sent once, shows its steps live and stays away', async () => {
  const card = await openCard(operator, '저녁 병합', [
    { name: '첫 묶음', input: { ms: 600 } },
    { name: '둘째 묶음', input: { ms: 600 } },
  ]);
  for (const page of [operator, window2, admin]) await expect(waiting(page, card)).toBeVisible();
  const sent = count(operator, '/trpc/approvals.approve');
  const held = await holdBack(operator, APPROVE);

  await approveButton(operator, card).dblclick();
  // Nothing has been answered yet, nothing has even arrived.
  await expect(waiting(operator, card)).toHaveCount(0);
  const returned = await watchForReturn(operator, card);
  await (await held.next()).continue();

  for (const page of [window2, admin]) await expect(waiting(page, card)).toHaveCount(0);
  await expect(running(admin, card)).toContainText('1/2 · 둘째 묶음');
  await expect(news(admin)).toContainText(`‘${card.title}’ 요청을 승인했어요`);
  await expect(news(operator)).toContainText(`‘${card.title}’ 요청을 모두 실행했어요`);
  for (const page of [operator, window2, admin]) {
    await expect(running(page, card)).toHaveCount(0);
    await expect(waiting(page, card)).toHaveCount(0);
  }
  expect(await returned()).toBe(false);
  expect(sent()).toBe(1);
});

test('by keyboard the next card takes the focus, and a list that was asked for earlier brings nothing back', async () => {
  const expiresAt = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const card = await openCard(operator, '키보드', [{ name: '한 묶음' }], { expiresAt: expiresAt(20) });
  const next = await openCard(operator, '다음 요청', [{ name: '한 묶음' }], { expiresAt: expiresAt(21) });
  await expect(waiting(operator, card)).toBeVisible();
  await expect(waiting(operator, next)).toBeVisible();

  // Without a stream the page polls; one of its lists is read before the click and arrives after everything.
  await operator.route('**/trpc/events.subscribe*', (route) => route.abort());
  const held = await holdBack(operator, '**/trpc/approvals.list*ACTIONABLE*');
  await operator.context().setOffline(true);
  await operator.context().setOffline(false);
  const late = await held.next();
  const answer = await late.fetch();
  expect(await answer.text()).toContain(card.title);

  await approveButton(operator, card).focus();
  await operator.keyboard.press('Enter');
  await expect(waiting(operator, card)).toHaveCount(0);
  await expect(waiting(operator, next)).toBeFocused();
  await operator.keyboard.press('Enter');
  const returned = await watchForReturn(operator, card);
  await expect(running(window2, card)).toHaveCount(0);
  await late.fulfill({ response: answer });
  await operator.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(operator.getByRole('button', { name: '연결 상태: 실시간' })).toBeVisible({ timeout: 60_000 });

  await expect(waiting(operator, next)).toBeVisible();
  expect(await returned()).toBe(false);
  await callAs(operator, 'approvals.reject', { approvalId: next.id });
  await expect(waiting(operator, next)).toHaveCount(0);
});

test('refused at the door, the card is back in its place with the reason, and its button works', async () => {
  const card = await openCard(operator, '문 앞에서', [{ name: '한 묶음' }]);
  await expect(waiting(operator, card)).toBeVisible();
  const { redis = 0 } = services().pids;
  process.kill(redis, 'SIGSTOP');
  try {
    await approveButton(operator, card).click();
    await expect(waiting(operator, card)).toHaveCount(0);
    await expect(waiting(operator, card)).toContainText('지금은 작업을 시작할 수 없어요.');
  } finally {
    process.kill(redis, 'SIGCONT');
  }
  await waiting(operator, card).getByRole('button', { name: /승인/ }).click();
  await expect(waiting(operator, card)).toHaveCount(0);
  await expect(news(operator)).toContainText(`‘${card.title}’ 요청을 모두 실행했어요`);
});

test('a failure in the middle reaches people, brings the card back, and approving it again goes on after the finished steps', async ({
  browser,
}) => {
  const elsewhere = await approvalsOf(browser, '운영자', { permissions: ['notifications'] });
  await elsewhere.evaluate(() => {
    const shown: string[] = [];
    class Recorded {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick = null;
      constructor(_: string, { body }: { body: string }) {
        shown.push(body);
      }
      close() {}
    }
    // What a desktop shows cannot be looked at from here, and a page under test always has the focus.
    Object.assign(window, { Notification: Recorded, shownNotices: shown });
    document.hasFocus = () => false;
  });
  await elsewhere.getByRole('switch', { name: '브라우저 알림' }).click();
  await expect(elsewhere.getByRole('switch', { name: '브라우저 알림' })).toBeChecked();

  const card = await openCard(operator, '가운데서 실패', [
    { name: '첫 묶음' },
    { name: '둘째 묶음', input: { failTimes: 3 } },
  ]);
  await window2.getByRole('link', { name: '둥지', exact: true }).click();
  await expect(window2.getByRole('link', { name: /승인할 요청 \d+건/ })).toBeVisible();
  await approveButton(operator, card).click();
  await expect(waiting(operator, card)).toHaveCount(0);
  await expect(running(admin, card)).toContainText('다시 시도해요', { timeout: 30_000 });

  await expect(waiting(operator, card)).toContainText('2단계에서 멈췄어요', { timeout: 60_000 });
  await expect(waiting(operator, card)).toContainText('끝난 1단계는 건너뛰고');
  // Who stands on another page is told there, and led here.
  await window2
    .getByRole('listitem')
    .filter({ hasText: card.title })
    .getByRole('button', { name: '보기' })
    .click();
  for (const page of [operator, window2, admin])
    await expect(news(page)).toContainText(`‘${card.title}’ 실행이 실패했어요`);
  await expect
    .poll(() =>
      elsewhere.evaluate(() => (window as unknown as { shownNotices: string[] }).shownNotices.join()),
    )
    .toContain(`‘${card.title}’ 실행이 실패했어요`);
  await elsewhere.context().close();

  await waiting(operator, card).getByRole('button', { name: '이어서 승인' }).click();
  await expect(waiting(operator, card)).toHaveCount(0);
  await expect(news(operator)).toContainText(`‘${card.title}’ 요청을 모두 실행했어요`, { timeout: 30_000 });
  const steps = await query<{ attempt: number; status: string }>(
    `SELECT s.attempt, s.status FROM task_step s JOIN approval a ON a.task_id = s.task_id
      WHERE a.id = $1 ORDER BY s.position`,
    [card.id],
  );
  expect(steps.map(({ status }) => status)).toEqual(['DONE', 'DONE']);
  expect(steps[0]?.attempt).toBe(1);
});

test('workers killed in the middle of a step are told of, and the run goes on where it was, doing nothing twice', async () => {
  const card = await openCard(operator, '끊긴 실행', [
    { name: '첫 묶음' },
    { name: '둘째 묶음', input: { ms: 4_000 } },
    { name: '셋째 묶음' },
  ]);
  await approveButton(operator, card).click();
  await expect(running(admin, card)).toContainText('1/3 · 둘째 묶음');
  const { workers } = services().pids;
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => services().pids.workers.filter((pid) => !workers.includes(pid)).length, { timeout: 60_000 })
    .toBe(workers.length);

  // A missing worker is given up at the second look of two that lie far apart; here the first lies in the past.
  await expect(async () => {
    await query(
      `UPDATE task SET worker_missing_since = now() - interval '1 minute'
        WHERE approval_id = $1 AND status = 'PROCESSING' AND worker_id IS NOT NULL`,
      [card.id],
    );
    await callAs(operator, 'ops.sweep', {});
    await expect(news(operator)).toContainText(`‘${card.title}’ 실행이 끊겼어요. 이어서 실행할 거예요.`, {
      timeout: 2_000,
    });
  }).toPass({ timeout: 90_000 });
  await expect(news(admin)).toContainText(`‘${card.title}’ 실행이 끊겼어요`);
  for (const page of [operator, admin])
    await expect(news(page)).toContainText(`‘${card.title}’ 요청을 모두 실행했어요`, { timeout: 60_000 });
  const state = await fetch(`${services().sandboxUrl}/__sandbox/state`);
  const { applications } = (await state.json()) as {
    applications: { idempotencyKey: string; times: number }[];
  };
  const ofThisCard = applications.filter(({ idempotencyKey }) => idempotencyKey.startsWith(card.id));
  expect(ofThisCard.map(({ idempotencyKey, times }) => [idempotencyKey, times])).toEqual(
    [1, 2, 3].map((position) => [`${card.id}:${position}`, 1]),
  );
});

test('two operators decide at the same instant: one decision stands, and the other is told whose', async () => {
  const card = await openCard(operator, '같은 순간', [{ name: '한 묶음' }]);
  await expect(waiting(operator, card)).toBeVisible();
  await expect(waiting(admin, card)).toBeVisible();
  const [approvals, rejections] = [await holdBack(operator, APPROVE), await holdBack(admin, REJECT)];
  await approveButton(operator, card).click();
  await waiting(admin, card).getByRole('button', { name: '거절' }).click();
  const dialog = admin.getByRole('dialog', { name: '이 요청을 거절할까요?' });
  await dialog.getByLabel(/까닭/).fill('이번 주는 쉬어요');
  await dialog.getByRole('button', { name: '거절하기' }).click();
  const both = [await approvals.next(), await rejections.next()];
  await Promise.all(both.map((route) => route.continue()));

  const { status, decidedByName } = await expect
    .poll(async () => {
      const [found] = await query<{ status: string }>(`SELECT status FROM approval WHERE id = $1`, [card.id]);
      return found?.status ?? '';
    })
    .toMatch(/APPLIED|REJECTED/)
    .then(() => read(operator, card.id));
  const loser = status === 'REJECTED' ? operator : admin;
  await expect(news(loser)).toContainText(`‘${card.title}’ 요청은 ${decidedByName}님이 먼저 결정했어요`);
  for (const page of [operator, admin]) await expect(waiting(page, card)).toHaveCount(0);
});

async function read(page: Page, approvalId: string) {
  const input = encodeURIComponent(JSON.stringify({ approvalId }));
  const response = await page.request.get(`${services().webUrl}/trpc/approvals.get?input=${input}`);
  return (await response.json()).result.data as { status: string; decidedByName: string };
}

test('a card that expired or was decided unseen answers the click with why, and never comes back', async () => {
  const [expired, decided] = [
    await openCard(operator, '기한', [{ name: '한 묶음' }]),
    await openCard(operator, '이미 거절', [{ name: '한 묶음' }]),
  ];
  await expect(waiting(operator, expired)).toBeVisible();
  await expect(waiting(operator, decided)).toBeVisible();
  const held = await holdBack(operator, APPROVE);
  await approveButton(operator, expired).click();
  const tooLate = await held.next();
  const returned = await watchForReturn(operator, expired);
  await query(`UPDATE approval SET expires_at = now() - interval '1 second' WHERE id = $1`, [expired.id]);
  await tooLate.continue();
  await expect(news(operator)).toContainText(`‘${expired.title}’ 요청은 기한이 먼저 지났어요`);
  await expect(waiting(admin, expired)).toHaveCount(0);

  await approveButton(operator, decided).click();
  const late = await held.next();
  await callAs(admin, 'approvals.reject', { approvalId: decided.id, reason: '필요 없어요' });
  await late.continue();
  const { decidedByName } = await read(operator, decided.id);
  await expect(news(operator)).toContainText(
    `‘${decided.title}’ 요청은 ${decidedByName}님이 먼저 결정했어요`,
  );
  await expect(waiting(operator, decided)).toHaveCount(0);
  expect(await returned()).toBe(false);

  await operator.getByRole('link', { name: '기록', exact: true }).click();
  await operator.getByRole('radio', { name: '거절됨' }).click();
  await operator.getByRole('heading', { name: decided.title }).click();
  await expect(operator.getByText('필요 없어요')).toBeVisible();
  await operator.getByRole('link', { name: '지금', exact: true }).click();
});

test('an answer that was lost is asked for: what arrived stays away, what did not comes back', async () => {
  const [arrived, lost] = [
    await openCard(operator, '도착한 승인', [{ name: '한 묶음', input: { ms: 200 } }]),
    await openCard(operator, '사라진 승인', [{ name: '한 묶음' }]),
  ];
  await expect(waiting(operator, lost)).toBeVisible();
  await operator.route(APPROVE, async (route) => {
    if (route.request().postData()?.includes(arrived.id)) await route.fetch();
    await route.abort();
  });
  await approveButton(operator, arrived).click();
  await expect(waiting(operator, arrived)).toHaveCount(0);
  const returned = await watchForReturn(operator, arrived);
  await expect(news(operator)).toContainText(`‘${arrived.title}’ 요청을 모두 실행했어요`);
  expect(await returned()).toBe(false);

  await approveButton(operator, lost).click();
  await expect(waiting(operator, lost)).toContainText('서버의 답을 받지 못했어요. 요청은 아직 그대로예요.');
  await operator.unrouteAll({ behavior: 'wait' });
  await approveButton(operator, lost).click();
  await expect(news(operator)).toContainText(`‘${lost.title}’ 요청을 모두 실행했어요`);
});

test('after a cut the page is rebuilt from the database, also on a phone', async ({ browser }) => {
  const phone = await approvalsOf(browser, '관리자', { viewport: { width: 390, height: 844 } });
  const before = await openCard(operator, '끊기기 전', [{ name: '한 묶음' }]);
  await expect(waiting(phone, before)).toBeVisible();
  await phone.context().setOffline(true);
  await expect(phone.getByRole('button', { name: '연결 상태: 실시간' })).toHaveCount(0, { timeout: 30_000 });
  await callAs(operator, 'approvals.reject', { approvalId: before.id });
  const meanwhile = await openCard(operator, '끊긴 사이에', [{ name: '한 묶음' }]);
  await phone.context().setOffline(false);

  await expect(waiting(phone, meanwhile)).toBeVisible({ timeout: 30_000 });
  await expect(waiting(phone, before)).toHaveCount(0);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await approveButton(phone, meanwhile).click();
  await expect(waiting(phone, meanwhile)).toHaveCount(0);
  await expect(news(phone)).toContainText(`‘${meanwhile.title}’ 요청을 모두 실행했어요`);
  await phone.context().close();
});

test('to everybody but operators there is no such page', async ({ context }) => {
  const page = await signInAsTenant(context);
  await expect(page.getByRole('link', { name: /승인할 요청/ })).toHaveCount(0);
  await page.goto(`${services().webUrl}/approvals`);
  await expect(page.getByRole('heading', { name: '없는 페이지예요' })).toBeVisible();
});
