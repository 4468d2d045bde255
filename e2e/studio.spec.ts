import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, services } from './stack.ts';
import { query } from './tenant.ts';

/** Sums are compared before and after, because other specs use the same person. */
async function readBalance(window: Page): Promise<number> {
  const badge = window.getByRole('link', { name: /크레딧 남음/ });
  await expect(badge).toBeVisible({ timeout: 60_000 });
  return Number((await badge.textContent())?.replace(/\D/g, ''));
}

async function openStudio(opened: Page, path = '/studio'): Promise<Page> {
  await opened.goto(`${services().webUrl}${path}`);
  await expect(opened.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  return opened;
}

/** A new page of the tenant who has credits, or of somebody else; signed in without the form, which other specs fill. */
async function studioOf(
  context: BrowserContext,
  email = 'tenant@dungji.example',
  path?: string,
): Promise<Page> {
  const { webUrl } = services();
  await context.request.post(`${webUrl}/api/auth/sign-in/email`, {
    headers: { origin: webUrl },
    data: { email, password: DEMO_PASSWORD },
  });
  return openStudio(await context.newPage(), path);
}

/** The picture that was chosen last, or else the sample, which is uploaded like every file. */
async function choosePicture(window: Page): Promise<void> {
  const [sample, last] = [
    window.getByRole('button', { name: '예시 사진으로 해 보기' }),
    window.getByRole('radio', { name: '최근 사진 1' }),
  ];
  await ((await last.isVisible()) ? last : sample).click();
  await expect(window.getByRole('img', { name: '고른 사진' })).toBeVisible({ timeout: 30_000 });
}

const askFor = (window: Page) => window.getByRole('button', { name: '10 크레딧으로 만들기' });
const cardOf = (window: Page, prompt: string): Locator => window.getByRole('article', { name: prompt });

/** Every state that the card with these words shows from now on, also before there is one. */
async function watchStates(opened: Page, prompt: string): Promise<() => Promise<string[]>> {
  await opened.evaluate((words) => {
    const seen: string[] = [];
    const look = () => {
      const card = [...document.querySelectorAll('article')].find((one) => one.textContent?.includes(words));
      const state = card?.querySelector('header span')?.textContent;
      if (state && seen.at(-1) !== state) seen.push(state);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { seenStates: seen });
  }, prompt);
  return () => opened.evaluate(() => (window as unknown as { seenStates: string[] }).seenStates);
}

/** What the ledger says about one video. */
const ledgerOf = (prompt: string) =>
  query<{ reason: string; amount: number }>(
    `SELECT e.reason, e.amount::int FROM credit_entry e JOIN task t ON t.id = e.task_id
      WHERE t.input->>'prompt' = $1 ORDER BY e.number`,
    [prompt],
  );

/** Of the tenant, opened once: loading it is what takes longest. */
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await studioOf(await browser.newContext());
});
test.afterAll(() => page.context().close());

/** Fills the form and clicks. */
async function ask(prompt: string): Promise<void> {
  await choosePicture(page);
  await page.getByLabel('어떤 영상인가요?').fill(prompt);
  await askFor(page).click();
}

test('a video is asked for, seen being made in two windows, paid once, and played', async ({ context }) => {
  const other = await studioOf(context);
  const before = await readBalance(page);
  const prompt = `커튼이 바람에 흔들려요 ${Date.now()} [render=1500]`;

  const states = await watchStates(other, prompt);
  await choosePicture(page);
  await page.getByLabel('어떤 영상인가요?').fill(prompt);
  // Both halves of a hasty double click.
  await askFor(page).dblclick();
  await expect(cardOf(page, prompt)).toBeVisible();
  for (const window of [page, other]) {
    await expect(cardOf(window, prompt)).toContainText('완성', { timeout: 40_000 });
    await expect(cardOf(window, prompt)).toHaveCount(1);
    expect(await readBalance(window)).toBe(before - 10);
  }
  expect(await states()).toContain('그리는 중');
  expect(await states()).not.toContain('실패');

  // Its first link leads nowhere, as one that has run out; a fresh one is had and played.
  const storage = new URL(services().s3.endpoint).origin;
  await other.route(
    (url) => url.origin === storage,
    (route) => route.abort(),
    { times: 1 },
  );
  await cardOf(other, prompt).getByRole('button', { name: '재생' }).click();
  const video = cardOf(other, prompt).locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(0);
  expect(await ledgerOf(prompt)).toEqual([{ reason: 'CHARGE', amount: -10 }]);
});

test('an answer that got lost is asked for again: one video, one charge', async () => {
  const before = await readBalance(page);
  const prompt = `답을 잃은 영상 ${Date.now()}`;
  // The server gets it, and its answer never arrives.
  await page.route(
    '**/trpc/generations.request',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/trpc/generations.request'))
      asked.push(request.postDataJSON().idempotencyKey);
  });
  await ask(prompt);
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(2);
  expect(asked[1]).toBe(asked[0]);
  await expect(askFor(page)).toBeVisible();
  await expect(cardOf(page, prompt)).toContainText('완성', { timeout: 40_000 });
  await expect(cardOf(page, prompt)).toHaveCount(1);
  expect(await ledgerOf(prompt)).toEqual([{ reason: 'CHARGE', amount: -10 }]);
  expect(await readBalance(page)).toBe(before - 10);
});

test('a video that is cancelled stops, and gives the credits back', async () => {
  const before = await readBalance(page);
  const prompt = `취소할 영상 ${Date.now()} [render=60000]`;
  await ask(prompt);
  await expect(cardOf(page, prompt)).toContainText('그리는 중');
  await cardOf(page, prompt).getByRole('button', { name: '취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '취소하고 돌려받기' }).click();
  await expect(cardOf(page, prompt)).toContainText('10 크레딧을 돌려드렸어요.');
  await expect.poll(() => readBalance(page)).toBe(before);
});

test('a video that fails says so, gives the credits back, and fills the form for another try', async () => {
  const before = await readBalance(page);
  const prompt = `실패하는 영상 ${Date.now()} [fail]`;
  await ask(prompt);
  await expect(cardOf(page, prompt)).toContainText('10 크레딧을 돌려드렸어요.', { timeout: 40_000 });
  await expect.poll(() => readBalance(page)).toBe(before);

  await cardOf(page, prompt).getByRole('button', { name: '이 내용으로 다시' }).click();
  await expect(page.getByLabel('어떤 영상인가요?')).toHaveValue(prompt);
  await expect(page.getByRole('img', { name: '고른 사진' })).toBeVisible();

  await cardOf(page, prompt).getByRole('link', { name: '내역 보기' }).click();
  const [refund, charge] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  await expect(refund).toContainText('만들지 못한 영상의 크레딧을 돌려받음');
  await expect(refund).toContainText('+10');
  await expect(charge).toContainText('영상 만들기에 씀');
  await expect(charge).toContainText('−10');
  await refund.getByRole('link', { name: '영상 보기' }).click();
  await expect(cardOf(page, prompt)).toBeInViewport();
});

test('a tab closed right after the click: the video is there later, and what failed was given back', async () => {
  const before = await readBalance(page);
  const closing = await openStudio(await page.context().newPage());
  await page.goto('about:blank');
  const prompt = `닫힌 창 ${Date.now()} [fail]`;
  await choosePicture(closing);
  await closing.getByLabel('어떤 영상인가요?').fill(prompt);
  await askFor(closing).evaluate((button: HTMLButtonElement) => {
    button.click();
    window.close();
  });
  await closing.close();

  // Nobody watches: the ledger alone tells.
  await expect
    .poll(() => ledgerOf(prompt), { timeout: 40_000 })
    .toEqual([
      { reason: 'CHARGE', amount: -10 },
      { reason: 'REFUND', amount: 10 },
    ]);
  await openStudio(page);
  await expect(cardOf(page, prompt)).toContainText('10 크레딧을 돌려드렸어요.');
  expect(await readBalance(page)).toBe(before);
});

test('too few credits are told before the click and at it; what an admin gives is there at once', async ({
  browser,
  context,
}) => {
  const email = `new-${Date.now()}@dungji.example`;
  const { webUrl } = services();
  await context.request.post(`${webUrl}/api/auth/sign-up/email`, {
    headers: { origin: webUrl },
    data: { name: '새 사람', email, password: DEMO_PASSWORD },
  });
  const poor = await studioOf(context, email);
  expect(await readBalance(poor)).toBe(0);
  await expect(poor.getByRole('status').filter({ hasText: '크레딧이 10 부족해요' })).toBeVisible();

  const prompt = `크레딧 없는 영상 ${Date.now()}`;
  await choosePicture(poor);
  await poor.getByLabel('어떤 영상인가요?').fill(prompt);
  await askFor(poor).click();
  await expect(poor.getByRole('alert')).toContainText('크레딧이 부족해요');
  await expect(poor.getByLabel('어떤 영상인가요?')).toHaveValue(prompt);
  await expect(cardOf(poor, prompt)).toHaveCount(0);
  expect(await ledgerOf(prompt)).toEqual([]);

  const admin = await studioOf(await browser.newContext(), 'admin@dungji.example', '/credits');
  await admin.getByLabel('받을 사람').fill(email);
  await admin.getByLabel('크레딧', { exact: true }).fill('12');
  await admin.getByLabel('이유').fill('처음 온 사람에게');
  await admin.getByRole('button', { name: '주기' }).click();
  await expect(admin.getByText(`${email}에게 12 크레딧을 주었어요`)).toBeVisible();
  await expect.poll(() => readBalance(poor)).toBe(12);
  await expect(poor.getByText('만들고 나면 2 크레딧이 남아요.')).toBeVisible();
  await admin.context().close();
});
