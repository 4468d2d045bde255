import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { approvalsOf } from './operator.ts';
import { services } from './stack.ts';
import { makeNest, signInAsTenant } from './tenant.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong on a page as it stands. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

async function look(page: Page, path: string): Promise<void> {
  await page.goto(services().webUrl + path);
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'))).not.toHaveCount(0);
  // Skeletons are looked at in their stories.
  await expect(page.locator('main [role=status]')).toHaveCount(0);
  expect(await faultsOf(page), path).toEqual([]);
}

test('axe finds nothing on any page', async ({ browser }) => {
  test.setTimeout(180_000);
  const calm = { reducedMotion: 'reduce' } as const;
  const tenant = await signInAsTenant(await browser.newContext(calm));
  const nestId = await makeNest(tenant, `살핀 집 ${Date.now()}`, '');
  for (const path of [
    '/',
    '/nests/new',
    `/nests/${nestId}`,
    `/nests/${nestId}/edit`,
    `/nests/${nestId}/checklist`,
    `/nests/${nestId}/checklist?open=REGISTRY`,
    `/nests/${nestId}/checklist?open=insurance`,
    '/studio',
    '/credits',
    '/settings',
    '/no-such-page',
  ])
    await look(tenant, path);
  const operator = await approvalsOf(browser, '운영자', calm);
  for (const path of ['/approvals', '/ops']) await look(operator, path);
  const stranger = await (await browser.newContext(calm)).newPage();
  for (const path of ['/sign-in', '/sign-up']) await look(stranger, path);
  // A window left open keeps its stream, and the next tests count those.
  await Promise.all([tenant, operator, stranger].map((page) => page.context().close()));
});
