import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../testing/read-pdf.ts';
import { type RunningSandbox, startSandbox } from '../testing/visitor.ts';

const HOME = '서울특별시 둥지구 둥지로12길 34 101동 302호 [owner=홍길동] [risk=mortgage]';
let sandbox: RunningSandbox;
let browser: Browser;
beforeAll(async () => {
  sandbox = await startSandbox();
  const executablePath = process.env.CHROMIUM_PATH;
  browser = await chromium.launch(executablePath ? { executablePath } : {});
});
afterAll(async () => {
  await browser.close();
  await sandbox[Symbol.asyncDispose]();
});

const exactly = (text: string) => new RegExp(`^${text}$`, 'u');

async function logIn(page: Page) {
  await page.getByLabel('아이디').fill('dungji');
  await page.getByLabel('비밀번호').fill('dungji-portal');
  await page.locator('#login-button').click();
}

function rowOf(page: Page, cells: Record<string, string>) {
  return Object.entries(cells).reduce(
    (rows, [name, text]) => rows.filter({ has: page.locator(`.cell-${name}`, { hasText: exactly(text) }) }),
    page.locator('tr.result-row'),
  );
}

// A whole walk with downloads of the 6 MB font; slow on a busy machine.
describe('the portal in a browser', { timeout: 60_000 }, () => {
  it.each([
    [1280, 900],
    [390, 844],
  ])(
    'sells a certificate from search to PDF at %i wide, with Korean letters and nothing sticking out',
    async (width, height) => {
      const page = await browser.newPage({ viewport: { width, height } });
      const overflows = () =>
        page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      await page.goto(`${sandbox.url}/portal/`);
      await page.evaluate('document.fonts.ready.then(() => true)');
      expect(await page.evaluate(`[...document.fonts].every((font) => font.status === 'loaded')`)).toBe(true);
      expect(await overflows()).toBe(false);

      await page.getByLabel('주소 검색').fill(`${HOME} ${width}`);
      await page.locator('#search-button').click();
      await logIn(page);
      const row = rowOf(page, { kind: '집합건물', dong: '101', floor: '3', unit: '302', state: '현행' });
      await expect.poll(() => row.count()).toBe(1);
      expect(await overflows()).toBe(false);
      await row.locator('a.choose-record').click();
      await page.getByLabel('열람 (700원)').check();
      await page.getByLabel('말소사항 포함').check();
      await page.locator('#add-to-cart').click();
      const orderNo = await page.locator('#added-order-no').textContent();
      expect(await overflows()).toBe(false);
      await page.locator(`tr.cart-row[data-order-no="${orderNo}"] a.pay-order`).click();
      expect(await page.locator('#order-no').textContent()).toBe(orderNo);
      await page.locator('#agree-payment').check();
      await page.locator('#pay-button').click();
      await page.locator('#pay-done').waitFor();
      await page.locator('#go-purchases').click();
      await page.locator(`tr.purchase-row[data-order-no="${orderNo}"] a.view-purchase`).click();
      await page.locator('#viewer').waitFor();
      expect(await overflows()).toBe(false);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('#download-pdf').click(),
      ]);
      const letters = (await readPdf(readFileSync(await download.path())))
        .map((read) => read.letters)
        .join('');
      expect(letters).toContain('소유자홍길동');
      expect(letters).toContain('근저당권설정');
      await page.close();
    },
  );
});
