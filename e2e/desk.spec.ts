import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { services } from './stack.ts';
import { makeNest, requestRegistry, signInAsTenant } from './tenant.ts';

// Waits end as soon as what they wait for is there; a busy machine needs far longer than a free one.
test.describe.configure({ timeout: 240_000 });

const LONG = { timeout: 120_000 };

const verdict = (page: Page) => page.locator('main [data-verdict]');
const findings = (page: Page) => page.locator('[data-finding]');
const row = (page: Page, name: RegExp) => page.getByRole('button', { name });

async function openChecklist(page: Page, nestId: string): Promise<void> {
  await page.goto(`${services().webUrl}/nests/${nestId}/checklist`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('체크리스트', LONG);
}

test('from an issue to findings, to the marked place on the page, to the insurance, and never green before it is read', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `위험한 집 ${Date.now()}`, '[risk=mortgage,seizure,lease-order]');
  await openChecklist(page, nestId);
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'EMPTY');

  // Every verdict that is ever shown, from here on.
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { verdictsSeen: seen });
    new MutationObserver(() => {
      const now = document.querySelector('main [data-verdict]')?.getAttribute('data-verdict');
      if (now) seen.add(now);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });

  await row(page, /^등기부등본.*받기$/).click();
  const sheet = page.getByRole('dialog', { name: '등기부등본' });
  await sheet.getByRole('button', { name: '발급', exact: true }).click();
  await expect(sheet).toContainText('발급 완료', LONG);
  await expect(sheet.getByRole('heading', { name: '등기부등본에 적힌 것' })).toBeVisible(LONG);
  await page.keyboard.press('Escape');

  await expect(verdict(page)).toHaveAttribute('data-verdict', 'DANGER', LONG);
  await expect(findings(page).first()).toBeVisible();
  const seen = await page.evaluate(() => [
    ...(window as unknown as { verdictsSeen: Set<string> }).verdictsSeen,
  ]);
  expect(seen).not.toContain('CLEAR');

  // A number leads to the page it was read from.
  await page.getByRole('button', { name: /먼저 받아 가는 빚의 근거 보기/ }).click();
  const viewer = page.getByRole('dialog', { name: '서류 근거' });
  await expect(viewer.locator('[data-drawn=true]')).toBeVisible(LONG);
  await expect(viewer.locator('[data-mark]').first()).toBeVisible();
  await expect(viewer.locator('blockquote')).toContainText('근저당권설정');
  // The back button of a phone closes it.
  await page.goBack();
  await expect(viewer).toBeHidden();

  await page.getByRole('button', { name: '보증보험 확인하기' }).click();
  const insurance = page.getByRole('dialog', { name: '보증보험 확인' });
  await expect(insurance.locator('[data-verdict=NOT_ELIGIBLE]').first()).toBeVisible(LONG);
  await expect(insurance.locator('[data-rule=OWNERSHIP_UNRESTRICTED]')).toHaveAttribute(
    'data-verdict',
    'FAIL',
  );
  await insurance.getByRole('button', { name: /근거 보기.*소유권/ }).click();
  await expect(viewer.locator('blockquote')).toContainText('압류');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(insurance).toBeHidden();
});

test('a file of one’s own is uploaded, read and kept beside the earlier one; a wrong document is said to be wrong', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  const [issuedFor, nestId] = await Promise.all([
    makeNest(page, `발급한 집 ${Date.now()}`, ''),
    makeNest(page, `올리는 집 ${Date.now()}`, ''),
  ]);
  // A register to upload: the one that the sandbox issues for another unit.
  await requestRegistry(page, issuedFor);
  await page.goto(`${services().webUrl}/nests/${issuedFor}`);
  const issued = page.getByRole('dialog').getByRole('article', { name: '등기부등본' });
  await expect(issued).toContainText('발급 완료', LONG);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    issued.getByRole('button', { name: '내려받기' }).click(),
  ]);
  const register = readFileSync(await download.path());

  await openChecklist(page, nestId);
  await row(page, /^등기부등본.*받기$/).click();
  const sheet = page.getByRole('dialog', { name: '등기부등본' });
  await sheet.getByRole('button', { name: '갖고 있는 파일 올리기' }).click();
  const input = sheet.getByLabel('등기부등본 올리기');
  await input.setInputFiles({ name: '메모.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') });
  await expect(sheet.getByRole('alert')).toContainText('PDF, PNG, JPEG 파일만 올릴 수 있어요');
  await sheet.getByRole('button', { name: '다른 파일 고르기' }).click();

  // No register at all: stored, read, and said so.
  await input.setInputFiles({ name: '편지.pdf', mimeType: 'application/pdf', buffer: letter() });
  await expect(sheet).toContainText('올렸어요', LONG);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/부동산 등기부가 아니에요/)).toBeVisible(LONG);
  await expect(verdict(page)).not.toHaveAttribute('data-verdict', 'CLEAR');

  await row(page, /^등기부등본.*고치기$/).click();
  await sheet.getByRole('button', { name: '다른 파일로 바꾸기' }).click();
  await input.setInputFiles({ name: '등기.pdf', mimeType: 'application/pdf', buffer: register });
  await expect(sheet.getByRole('heading', { name: '등기부등본에 적힌 것' })).toBeVisible(LONG);
  await sheet.getByRole('button', { name: '지난 서류', exact: true }).click();
  await expect(sheet.getByRole('list', { name: '지난 서류' }).getByRole('listitem')).toHaveCount(2);
});

test('the whole way by keyboard alone, and focus always comes back', async ({ context }) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `글쇠로 보는 집 ${Date.now()}`, '[risk=mortgage]');
  await requestRegistry(page, nestId);
  await openChecklist(page, nestId);
  await expect(findings(page).first()).toBeVisible(LONG);

  const register = row(page, /^등기부등본.*자세히 보기$/);
  await register.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '등기부등본' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(register).toBeFocused();

  const number = page.getByRole('button', { name: /먼저 받아 가는 빚의 근거 보기/ });
  await number.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: '서류 근거' });
  await expect(viewer.locator('[data-drawn=true]')).toBeVisible(LONG);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(number).toBeFocused();

  const insurance = page.getByRole('button', { name: '보증보험 확인하기' });
  await insurance.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '보증보험 확인' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(insurance).toBeFocused();
});

/** A PDF of one line that is no register. */
function letter(): Buffer {
  const text = 'BT /F1 18 Tf 60 700 Td (Dear tenant, please pay the rent.) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = file.length;
    file += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return String(at).padStart(10, '0');
  });
  const xref = file.length;
  file += `xref\n0 6\n0000000000 65535 f \n${offsets.map((at) => `${at} 00000 n \n`).join('')}`;
  return Buffer.from(`${file}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF`);
}
