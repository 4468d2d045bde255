import { expect, it } from 'vitest';
import { nestId, nestWith, pendingTask } from '../fixtures/views.ts';
import { leaveSignedOut } from './leave-signed-out.ts';
import { createPage } from './page.ts';

it('a session that ends leads to the sign-in page with the way back, and leaves nothing of its person', async () => {
  const page = createPage({ onSignedOut: () => {} });
  const held = () => page.queryClient.getQueryCache().getAll().length;
  page.queryClient.setQueryData(['me'], 'somebody');
  page.knownViews.nest(nestWith(pendingTask()), Date.now());
  const href = `/nests/${nestId()}`;
  const went: unknown[] = [];
  await leaveSignedOut(page, {
    state: { location: { pathname: href, href } },
    async navigate(to) {
      // The screen that is left still shows what it holds.
      went.push({ ...to, held: held() });
    },
  });
  expect(went).toEqual([{ to: '/sign-in', search: { to: href, ended: true }, held: 1 }]);
  expect(held()).toBe(0);
  expect(page.knownViews.nestNamed(nestId())).toBeNull();
});
