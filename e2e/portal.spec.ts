import { expect, test } from '@playwright/test';
import { makeNest, openNest, requestRegistry, signInAsTenant } from './tenant.ts';

/** What the portal does, and the plain words in which the screen says how it ended. */
const SCENARIOS = [
  ['not-found', '이 주소의 서류를 찾지 못했어요.', '주소 고치기'],
  ['duplicate-payment', '이미 결제한 열람 건이 있어 다시 결제하지 않았어요.', '다시 발급'],
  ['empty-pdf', '문서를 읽을 수 없어요.', '다시 발급'],
  ['load-fail=1', '발급 완료', '내려받기'],
  ['session-expired', '발급 완료', '내려받기'],
  ['scan', '발급 완료', '내려받기'],
] as const;

// Waits end as soon as the words are there; a busy machine needs far longer than a free one.
test.describe.configure({ timeout: 240_000 });

test('whatever the portal does, the screen says it in plain words and offers what to do next', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  // All at once, as they would keep each other waiting; looked at afterwards, one by one.
  const nestIds = await Promise.all(
    SCENARIOS.map(async ([token]) => {
      const nestId = await makeNest(page, `${token} ${Date.now()}`, `[${token}]`);
      await requestRegistry(page, nestId);
      return nestId;
    }),
  );
  for (const [index, [token, words, action]] of SCENARIOS.entries()) {
    await test.step(token, async () => {
      const card = await openNest(page, nestIds[index] ?? '');
      await expect(card).toContainText(words, { timeout: 150_000 });
      await expect(card.getByRole('button', { name: action })).toBeVisible();
    });
  }
});
