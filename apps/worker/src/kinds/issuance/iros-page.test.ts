import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BrowserSession, type Chromium, openChromium } from '../../browser/chromium.ts';
import { TaskFailure } from '../../task-failure.ts';
import { testEnv } from '../../testing/env.ts';
import { type Outside, openOutside } from '../../testing/world.ts';
import { drivePage } from './iros-page.ts';
import { openIrosPortal } from './iros-portal.ts';

vi.setConfig({ testTimeout: 60_000 });

const PAGE_TIMEOUT_MS = 20_000;
/** A page that is there, and then keeps its process so busy that nothing in it can be read. */
const BUSY_PAGE =
  '<script>addEventListener("DOMContentLoaded", () => setTimeout(() => { for (;;); }))</script>';

let chromium: Chromium;
let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
  chromium = openChromium({
    executablePath: testEnv.chromiumPath,
    actionTimeoutMs: PAGE_TIMEOUT_MS,
    navigationTimeoutMs: PAGE_TIMEOUT_MS,
  });
});
afterAll(async () => {
  await chromium?.close();
  await outside?.close();
});

const never = () => new AbortController().signal;
const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error) => error);

describe('reading a page', () => {
  it('fails as the task’s failure when the page is gone', async () => {
    const session = await chromium.open(never());
    const portal = drivePage(session.page, session, { pageTimeoutMs: PAGE_TIMEOUT_MS });
    await session.page.close();
    const failures = await Promise.all([
      failureOf(portal.has('#order-missing')),
      failureOf(portal.answered(() => session.page.locator('tr').evaluateAll((rows) => rows.length))),
    ]);
    for (const failure of failures) expect(failure).toMatchObject({ code: 'AUTOMATION_FAILED' });
    await session.close();
  });

  it('waits on for what is there and not yet shown, and not for what is not there', async () => {
    const session = await chromium.open(never());
    const portal = drivePage(session.page, session, { pageTimeoutMs: 3_000 });
    await session.page.setContent(
      '<button id="late" hidden>late</button><script>setTimeout(() => { late.hidden = false }, 6_000)</script>',
    );
    const [shown, missing] = await Promise.all([
      failureOf(portal.follow(session.page.locator('#late'))),
      failureOf(portal.fill(session.page.locator('#missing'), 'text')),
    ]);
    // Shown and clicked in the end; that it leads nowhere is another matter.
    expect([shown, missing]).toMatchObject([{ code: 'PORTAL_DOWN' }, { code: 'AUTOMATION_FAILED' }]);
    await session.close();
  });

  it.each([
    ['a purchase list', 'purchases?state=all*', 'look'],
    ['an order', 'orders/*', 'pay'],
  ] as const)('ends in bounded time when the browser no longer answers (%s)', async (_title, path, ask) => {
    const sessions: BrowserSession[] = [];
    const portal = openIrosPortal({
      chromium: {
        ...chromium,
        async open(signal) {
          const session = await chromium.open(signal);
          sessions.push(session);
          return session;
        },
      },
      url: outside.portalUrl,
      user: 'dungji',
      password: 'dungji-portal',
      pageTimeoutMs: PAGE_TIMEOUT_MS,
    });
    const session = await portal.open(never());
    await sessions[0]?.context.route(`**/portal/${path}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: BUSY_PAGE }),
    );
    const failure = await failureOf(session[ask]('20260101-00000000'));
    expect(failure).toBeInstanceOf(TaskFailure);
    expect(failure).toMatchObject({ code: 'WORKER_LOST' });
    await session.close();
  });
});
