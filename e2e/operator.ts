import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import { services } from './stack.ts';

export type OperatorName = '운영자' | '관리자';

/** A window of an operator's own, at the approvals. Two of them share nothing, as two devices. */
export async function approvalsOf(
  browser: Browser,
  name: OperatorName,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${services().webUrl}/sign-in?to=%2Fapprovals`);
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name: '승인', level: 1 })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: '연결 상태: 실시간' })).toBeVisible({ timeout: 60_000 });
  return page;
}

export interface Step {
  name: string;
  input?: { ms?: number; failTimes?: number; reject?: boolean };
}

/** The answer of a call that the page itself could have made. */
export async function callAs<Data>(page: Page, procedure: string, input: unknown): Promise<Data> {
  const response = await page.request.post(`${services().webUrl}/trpc/${procedure}`, {
    data: input as object,
    headers: { origin: services().webUrl },
  });
  if (!response.ok()) throw new Error(`${procedure}: ${response.status()} ${await response.text()}`);
  return (await response.json()).result.data as Data;
}

export interface Card {
  id: string;
  title: string;
}

let opened = 0;
/** Opens a card of steps in the sandbox; its title is its own. */
export async function openCard(
  page: Page,
  name: string,
  steps: readonly Step[],
  more: { expiresAt?: string } = {},
): Promise<Card> {
  opened += 1;
  const title = `${name} ${Date.now()}-${opened}`;
  const { id } = await callAs<{ id: string }>(page, 'approvals.open', {
    title,
    summary: '차례로 실행해요.',
    steps: steps.map(({ name: step, input = {} }) => ({ name: step, action: 'sandbox.apply', input })),
    ...more,
  });
  return { id, title };
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** A card that waits for a decision. */
export const waiting = (page: Page, { title }: Card): Locator =>
  region(page, '승인할 요청').getByRole('article', { name: title });
export const running = (page: Page, { title }: Card): Locator =>
  region(page, '실행 중').getByRole('article', { name: title });
export const news = (page: Page): Locator => region(page, '소식');

/** Whether the card has stood in the inbox at any moment since; asked at the end. */
export async function watchForReturn(page: Page, { title }: Card): Promise<() => Promise<boolean>> {
  const watched = await page.evaluateHandle((wanted) => {
    const seen = { returned: false };
    const look = () => {
      const inbox = [...document.querySelectorAll('[data-card]')];
      if (inbox.some((card) => card.textContent?.includes(wanted))) seen.returned = true;
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    look();
    return seen;
  }, title);
  return () => watched.evaluate(({ returned }) => returned);
}
