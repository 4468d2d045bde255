import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import pg from 'pg';
import { services } from './stack.ts';

/** A new page of a person with a nest or two. */
export async function signInAsTenant(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(services().webUrl);
  await page.getByRole('button', { name: '세입자', exact: true }).click();
  await expect(page.getByRole('heading', { name: '내 둥지', level: 1 })).toBeVisible({ timeout: 60_000 });
  return page;
}

/** Calls the api as the page itself would; the answer's data. */
export async function call<Data>(page: Page, procedure: string, input: unknown): Promise<Data> {
  return page.evaluate(
    async ([path, body]) => {
      const response = await fetch(`/trpc/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()).result.data;
    },
    [procedure, input] as const,
  );
}

/**
 * Makes a nest without its form.
 * @param tokens tell the sandbox's portal what to do for this address
 */
export async function makeNest(page: Page, name: string, tokens: string): Promise<string> {
  const nest = await call<{ id: string }>(page, 'nests.create', {
    name,
    roadAddress: '서울특별시 둥지구 새집로 12',
    detailAddress: `101동 302호 ${name} ${tokens}`,
    buildingType: 'APARTMENT',
    depositKrw: 320_000_000,
    monthlyRentKrw: 0,
    landlordName: '김둥지',
    contractFrom: '2026-03-01',
    contractTo: '2028-02-29',
    autoIssue: false,
  });
  return nest.id;
}

export async function requestRegistry(page: Page, nestId: string): Promise<string> {
  return (
    await call<{ taskId: string }>(page, 'issuance.request', {
      nestId,
      docType: 'REGISTRY',
      idempotencyKey: crypto.randomUUID(),
    })
  ).taskId;
}

export async function openNest(page: Page, nestId: string): Promise<Locator> {
  await page.goto(`${services().webUrl}/nests/${nestId}`);
  const card = registryCard(page);
  await expect(card).toBeVisible({ timeout: 60_000 });
  return card;
}

export const registryCard = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('article', { name: '등기부등본' });

export async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: services().databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
