import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { services } from './stack.ts';
import { query, registryCard, signInAsTenant } from './tenant.ts';

/** A slow step leaves time to see more than the end on both screens; the portal answers each page so much later. */
const ADDRESS = { road: '서울특별시 둥지구 새집로 12', detail: '101동 302호 [slow=400]' };

async function createNest(page: Page, name: string, { autoIssue }: { autoIssue: boolean }): Promise<void> {
  await page.goto(`${services().webUrl}/nests/new`);
  await page.getByLabel('둥지 이름').fill(name);
  await page.getByLabel('도로명 주소').fill(ADDRESS.road);
  await page.getByLabel('동·호수').fill(ADDRESS.detail);
  await page.getByRole('radio', { name: '아파트' }).click();
  await page.getByLabel('보증금').fill('320000000');
  await page.getByLabel('월세').fill('0');
  await page.getByLabel('임대인 이름').fill('김둥지');
  await page.getByLabel('계약 시작일').fill('2026-03-01');
  await page.getByLabel('계약 종료일').fill('2028-02-29');
  await page.getByRole('switch', { name: '서류 바로 발급' }).setChecked(autoIssue);
  await page.getByRole('button', { name: '둥지 만들기' }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

interface Seen {
  /** Every status the card has shown, in order. */
  statuses: string[];
  /** Whether the elapsed time stood there while the work went on. */
  elapsed: boolean;
}

/** Watches the card from now on; the answer tells what it has shown. */
async function watchCard(page: Page): Promise<() => Promise<Seen>> {
  const words = [
    '발급 전',
    '요청 중',
    '차례를 기다리는 중',
    '발급 중',
    '마무리하는 중',
    '발급 완료',
    '발급 실패',
  ];
  await registryCard(page).evaluate((card, known) => {
    const seen = { statuses: [] as string[], elapsed: false };
    const look = () => {
      const spans = [...card.querySelectorAll('header span')].map((span) => span.textContent);
      const status = known.find((word) => spans.includes(word));
      if (status && seen.statuses.at(-1) !== status) seen.statuses.push(status);
      if (status === '발급 중' && card.querySelector('[role=timer]')) seen.elapsed = true;
    };
    look();
    new MutationObserver(look).observe(card, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seenOnCard: seen });
  }, words);
  return () => page.evaluate(() => (window as unknown as { seenOnCard: Seen }).seenOnCard);
}

test('a tenant requests a document and sees it truly happen, in two windows at once', async ({ browser }) => {
  // Two contexts share nothing: as two devices of one person.
  const first = await browser.newContext();
  const second = await browser.newContext();
  const name = `살펴보는 집 ${Date.now()}`;
  const page = await signInAsTenant(first);
  await createNest(page, name, { autoIssue: false });

  const other = await signInAsTenant(second);
  await other.getByRole('link', { name }).click();
  await expect(registryCard(other)).toContainText('발급 전');

  const [seen, seenByOther] = [await watchCard(page), await watchCard(other)];
  await registryCard(page).getByRole('button', { name: '발급', exact: true }).click();

  for (const window of [page, other]) {
    await expect(registryCard(window)).toContainText('발급 완료', { timeout: 60_000 });
    await expect(registryCard(window)).toContainText('서류의 글자를 모두 읽었어요', { timeout: 30_000 });
  }
  for (const { statuses, elapsed } of [await seen(), await seenByOther()]) {
    expect(statuses[0]).toBe('발급 전');
    expect(statuses).toContain('발급 중');
    expect(statuses.at(-1)).toBe('발급 완료');
    expect(statuses).not.toContain('발급 실패');
    expect(elapsed).toBe(true);
  }

  const [download] = await Promise.all([
    other.waitForEvent('download'),
    registryCard(other).getByRole('button', { name: '내려받기' }).click(),
  ]);
  const file = readFileSync(await download.path());
  expect(file.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);

  const texts = await query<{ pages: string[]; method: string }>(
    `SELECT t.pages, t.method FROM document_text t JOIN document d ON d.id = t.document_id
      JOIN nest n ON n.id = d.nest_id WHERE n.name = $1`,
    [name],
  );
  expect(texts).toHaveLength(1);
  expect(texts[0]?.method).toBe('TEXT_LAYER');
  expect(JSON.stringify(texts[0]?.pages)).toContain('등기사항전부증명서');

  const tasks = await query<{ kind: string; status: string; attempt: number }>(
    `SELECT k.kind, k.status, k.attempt FROM task k JOIN nest n ON n.id = k.nest_id WHERE n.name = $1 ORDER BY k.id`,
    [name],
  );
  expect(tasks).toEqual([
    { kind: 'issuance', status: 'SUCCESS', attempt: 1 },
    { kind: 'ocr', status: 'SUCCESS', attempt: 1 },
  ]);
  await first.close();
  await second.close();
});

test('a nest made with the switch on begins to issue both documents by itself, and shows the same as after a click', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  const name = `저절로 발급하는 집 ${Date.now()}`;
  await createNest(page, name, { autoIssue: true });
  const seen = await watchCard(page);
  await expect(registryCard(page)).toContainText('발급 완료', { timeout: 60_000 });
  const ledger = page.getByRole('dialog').getByRole('article', { name: '건축물대장' });
  await expect(ledger).toContainText('발급 완료', { timeout: 60_000 });
  const { statuses, elapsed } = await seen();
  expect(statuses).toContain('발급 중');
  expect(statuses).not.toContain('발급 실패');
  expect(elapsed).toBe(true);
  await expect(registryCard(page).getByRole('button', { name: '내려받기' })).toBeVisible();
});
