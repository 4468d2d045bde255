import { expect, test } from '@playwright/test';
import { makeNest, openNest, query, signInAsTenant } from './tenant.ts';

test('a tenant issues the building ledger beside the register', async ({ context }) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `대장 ${Date.now()}`, '[ledger-slow=400]');
  await openNest(page, nestId);
  const card = page.getByRole('dialog').getByRole('article', { name: '건축물대장' });
  await card.getByRole('button', { name: '발급', exact: true }).click();
  await expect(card).toContainText('발급 중', { timeout: 30_000 });
  await expect(card.getByRole('listitem')).toHaveCount(5);
  await expect(card).toContainText('발급 완료', { timeout: 60_000 });
  await expect(card.getByText(/건축물대장_.*\.pdf/)).toBeVisible();
  await expect(card).toContainText('서류의 글자를 모두 읽었어요', { timeout: 30_000 });

  const kept = await query<{ unit: string }>(
    `SELECT r.record -> 'areas' -> 0 ->> 'hoNm' AS unit FROM ledger_record r JOIN document d ON d.id = r.document_id
     WHERE d.nest_id = $1`,
    [nestId],
  );
  expect(kept).toEqual([{ unit: '302호' }]);
});

test('a ledger that is not there says what to do', async ({ context }) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `대장 없음 ${Date.now()}`, '[ledger-not-found]');
  await openNest(page, nestId);
  const card = page.getByRole('dialog').getByRole('article', { name: '건축물대장' });
  await card.getByRole('button', { name: '발급', exact: true }).click();
  await expect(card).toContainText('이 주소의 서류를 찾지 못했어요.', { timeout: 60_000 });
  await expect(card.getByRole('button', { name: '주소 고치기' })).toBeVisible();
});
