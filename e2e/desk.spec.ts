import { generateRegister, SCANS, toPictures } from '@dungji/document-samples';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { services } from './stack.ts';
import { makeNest, requestRegistry, signInAsTenant } from './tenant.ts';

// Waits end as soon as what they wait for is there; a busy machine needs far longer than a free one.
test.describe.configure({ timeout: 240_000 });

const LONG = { timeout: 120_000 };

/** What a person is promised where the portal does not dawdle. */
const FINDINGS_WITHIN_MS = 15_000;

/** A register of a home somewhere else, with a seizure and a mortgage: as a file, and a photo of the first of its two pages. */
async function strange(): Promise<{ file: Buffer; photo: Buffer }> {
  const register = await generateRegister('scan:0:8', {
    kind: '집합건물',
    variant: 'VALID_ONLY',
    withSummary: false,
    risks: ['mortgage', 'seizure'],
    events: 0,
    settles: true,
  });
  const [first] = await toPictures(register, 'png', SCANS['clean-200']);
  if (!first) throw new Error('nothing was printed');
  return { file: Buffer.from(register.pdf), photo: Buffer.from(first) };
}

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
  const clickedAt = performance.now();
  await expect(sheet.locator('[data-finding=SEIZURE]')).toBeVisible(LONG);
  const waitedMs = Math.round(performance.now() - clickedAt);
  test.info().annotations.push({ type: 'from click to findings', description: `${waitedMs} ms` });
  expect(waitedMs).toBeLessThan(FINDINGS_WITHIN_MS);
  await expect(sheet).toContainText('발급 완료');
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

test('issued again before paying: what changed since, each with its place in both documents', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `다시 보는 집 ${Date.now()}`, '[risk=mortgage] [later=seizure,payoff]');
  await requestRegistry(page, nestId);
  await openChecklist(page, nestId);
  await expect(findings(page).first()).toBeVisible(LONG);
  await expect(page.locator('[data-comparison]')).toHaveCount(0);

  await row(page, /^등기부등본.*자세히 보기$/).click();
  const sheet = page.getByRole('dialog', { name: '등기부등본' });
  await sheet.getByRole('button', { name: '다시 발급' }).click();
  await expect(sheet.locator('[data-comparison=CHANGED]')).toBeVisible(LONG);
  await page.keyboard.press('Escape');

  const changes = page.locator('main').getByRole('region', { name: '등기부등본에서 달라진 것' });
  await expect(changes.locator('[data-change=RIGHT_ADDED]')).toContainText('새로 생긴 압류');
  const gone = changes.locator('[data-change=RIGHT_GONE]');
  await expect(gone).toContainText('없어진 근저당권');

  // The amount that is gone stands in the earlier document.
  await gone.getByRole('button', { name: /^[\d,억만원 ]+, 지난 등기부등본.*근거 보기$/ }).click();
  const viewer = page.getByRole('dialog', { name: '서류 근거' });
  await expect(viewer).toContainText(/지난 등기부등본 · 을구 \d+번/);
  await expect(viewer.locator('blockquote')).toContainText('근저당권설정');
  await expect(viewer.locator('[data-drawn=true]')).toBeVisible(LONG);
  await expect(viewer.locator('[data-mark]').first()).toBeVisible();
});

test('a photo of one’s own is read as far as it goes; a wrong document is said to be wrong and kept', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `올리는 집 ${Date.now()}`, '');
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

  // A register, of another home; what it burdens is told all the same, and that it cannot be compared with a letter.
  const { file, photo } = await strange();
  await row(page, /^등기부등본.*고치기$/).click();
  await sheet.getByRole('button', { name: '다른 파일로 바꾸기' }).click();
  await input.setInputFiles({ name: '등기.pdf', mimeType: 'application/pdf', buffer: file });
  await expect(sheet.locator('[data-finding=UNIT_MISMATCH]').first()).toBeVisible(LONG);
  await expect(sheet.locator('[data-comparison=CANNOT_TELL]')).toContainText('지난 서류를 읽지 못해서');

  await sheet.getByRole('button', { name: '다른 파일 고르기' }).click();
  await input.setInputFiles({ name: '등기.png', mimeType: 'image/png', buffer: photo });
  await expect(sheet).toContainText('스캔한 글자를 알아봄', LONG);
  await expect(sheet).toContainText('빠진 쪽이 있어요');
  await expect(sheet.locator('[data-comparison=SAME]')).toHaveCount(0);
  await sheet.getByRole('button', { name: '지난 서류', exact: true }).click();
  await expect(sheet.getByRole('list', { name: '지난 서류' }).getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-finding=MORTGAGE]')).toBeVisible();
  await expect(page.locator('[data-finding=SEIZURE]')).toBeVisible();
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'DANGER');
});

test('the whole way from the sign-in by keyboard alone, and focus always comes back', async ({ context }) => {
  const page = await context.newPage();
  await page.goto(services().webUrl);
  await press(page, page.getByRole('button', { name: '세입자', exact: true }));
  await expect(page.getByRole('heading', { name: '내 둥지', level: 1 })).toBeVisible(LONG);
  const name = `글쇠로 보는 집 ${Date.now()}`;
  await makeNest(page, name, '[risk=mortgage]');
  await press(page, page.getByRole('link', { name }));
  const nest = page.getByRole('dialog', { name });
  await press(page, nest.getByRole('link', { name: /^체크리스트 보기/ }));

  const register = page
    .getByRole('region', { name: '서류', exact: true })
    .getByRole('button', { name: /^등기부등본/ });
  await press(page, register);
  const sheet = page.getByRole('dialog', { name: '등기부등본' });
  await press(page, sheet.getByRole('button', { name: '발급', exact: true }));
  await expect(sheet.locator('[data-finding=MORTGAGE]')).toBeVisible(LONG);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(register).toBeFocused();

  const number = page.getByRole('button', { name: /먼저 받아 가는 빚의 근거 보기/ });
  await press(page, number);
  const viewer = page.getByRole('dialog', { name: '서류 근거' });
  await expect(viewer.locator('[data-drawn=true]')).toBeVisible(LONG);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(number).toBeFocused();

  const insurance = page.getByRole('button', { name: '보증보험 확인하기' });
  await press(page, insurance);
  const check = page.getByRole('dialog', { name: '보증보험 확인' });
  await press(page, check.getByRole('button', { name: /근거 보기/ }).first());
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(insurance).toBeFocused();
});

/** More stops than any page here has. */
const STOPS_MAX = 150;

/** Goes to a control with the tab key and presses it. */
async function press(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible(LONG);
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key never reaches ${control}`);
}

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
