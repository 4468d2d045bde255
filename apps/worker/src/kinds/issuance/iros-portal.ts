import type { Page } from 'playwright';
import { BrowserLost, type BrowserSession, type Chromium } from '../../browser/chromium.ts';
import { TaskFailure } from '../../task-failure.ts';
import { drivePage, type PortalPage, SessionEnded } from './iros-page.ts';
import type { Address, PlacedOrder, Portal, PortalSession, PropertyRecord } from './portal.ts';
import { pickRow, readUnit, type SearchRow } from './unit.ts';

export interface IrosPortalOptions {
  readonly chromium: Chromium;
  /** Where the portal's main page is, without a trailing slash. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Longest wait for one page. */
  readonly pageTimeoutMs: number;
}

/** A session ends after 15 idle minutes, or when the portal feels like it; more than this often means something else. */
const LOGINS_MAX = 3;
const SCREENSHOT_TIMEOUT_MS = 3_000;

/** The registry portal, driven by a real browser as a person would. */
export function openIrosPortal(options: IrosPortalOptions): Portal {
  return {
    async open(signal) {
      try {
        const session = await options.chromium.open(signal);
        return irosSession(session, options);
      } catch (cause) {
        if (signal.aborted || !(cause instanceof BrowserLost)) throw cause;
        throw new TaskFailure('WORKER_LOST', { cause });
      }
    },
  };
}

function irosSession(session: BrowserSession, options: IrosPortalOptions): PortalSession {
  const { page } = session;
  const portal = drivePage(page, session, options);
  const at = (path: string) => `${options.url}${path}`;
  let logins = 0;

  const logIn = async (): Promise<void> => {
    logins += 1;
    if (logins > LOGINS_MAX)
      throw new TaskFailure('AUTOMATION_FAILED', { cause: new Error('logged out again and again') });
    // Recorded is what comes after a login, never the password.
    await portal.answered(() => session.trace.discard());
    await portal.goto(at('/login')).catch(expectLoginPage);
    await portal.fill(page.locator('#user-id'), options.user);
    await portal.fill(page.locator('#password'), options.password);
    await portal.follow(page.locator('#login-button'));
    if (await portal.has('#login-error')) {
      throw new TaskFailure('AUTOMATION_FAILED', { cause: new Error('the portal refused the account') });
    }
    await portal.answered(() => session.trace.start());
  };

  /** Runs a walk through the portal; when the session ended on the way, logs in and walks again from its start. */
  const loggedIn = async <T>(walk: () => Promise<T>): Promise<T> => {
    if (logins === 0) await logIn();
    for (;;) {
      try {
        return await walk();
      } catch (error) {
        if (!(error instanceof SessionEnded)) throw error;
        await logIn();
      }
    }
  };

  const search = async ({ roadAddress, detailAddress }: Address): Promise<SearchRow[]> => {
    // A login ends on the main page.
    if (!(await portal.has('#search-form'))) await portal.goto(at('/'));
    await portal.fill(page.locator('#search-text'), `${roadAddress} ${detailAddress}`.trim());
    await portal.follow(page.locator('#search-button'));
    return portal.answered(() => readRows(page));
  };

  const openPayment = async (orderNo: string) => {
    await portal.goto(at(`/orders/${encodeURIComponent(orderNo)}`));
    const state = await orderState(portal);
    if (state !== 'UNPAID') return state;
    await portal.check(page.locator('#agree-payment'));
    await portal.textOf(page.locator('#pay-button'));
    return state;
  };

  return {
    find: (address) =>
      loggedIn(async () => {
        const row = pickRow(await search(address), readUnit(address.detailAddress));
        if (row === null) throw new TaskFailure('ADDRESS_NOT_FOUND');
        return { uniqueNumber: row.uniqueNumber };
      }),

    findPaid: (record, state) =>
      loggedIn(async () => {
        const query = { state: state === 'UNUSED' ? 'unused' : 'review', q: record.uniqueNumber };
        await portal.goto(at(`/purchases?${new URLSearchParams(query)}`));
        const rows = await portal.answered(() => readPurchases(page));
        return rows.filter(
          (row) =>
            row.uniqueNumber === record.uniqueNumber &&
            row.docType === 'REGISTRY' &&
            row.variant === 'WITH_CANCELLED',
        );
      }),

    placeOrder: (address, record) =>
      loggedIn(async () => {
        await openApplication(portal, at, record, () => search(address));
        await portal.check(page.locator('#usage-view'));
        await portal.check(page.locator('#variant-with-cancelled'));
        await portal.follow(page.locator('#add-to-cart'));
        if (await portal.has('#duplicate-payment')) return { outcome: 'duplicate' } satisfies PlacedOrder;
        return {
          outcome: 'placed',
          orderNo: await portal.textOf(page.locator('#added-order-no')),
        } satisfies PlacedOrder;
      }),

    pay: (orderNo) =>
      loggedIn(async () => {
        const state = await openPayment(orderNo).catch(beforeTheClick);
        if (state !== 'UNPAID') return state;
        await portal.follow(page.locator('#pay-button'));
        if (await portal.has('#duplicate-payment')) return 'DUPLICATE';
        if (await portal.has('#balance-short')) {
          throw new TaskFailure('AUTOMATION_FAILED', {
            cause: new Error('the prepaid balance is used up'),
            hadNoEffect: true,
          });
        }
        if ((await orderState(portal)) === 'PAID') return 'PAID';
        throw new TaskFailure('AUTOMATION_FAILED', {
          cause: new Error('the payment page said neither yes nor no'),
        });
      }),

    look: (orderNo) =>
      loggedIn(async () => {
        await portal.goto(at(`/purchases?state=all&q=${encodeURIComponent(orderNo)}`));
        if ((await portal.answered(() => readPurchases(page))).some((row) => row.orderNo === orderNo))
          return 'PAID';
        await portal.goto(at(`/orders/${encodeURIComponent(orderNo)}`));
        return orderState(portal);
      }),

    download: (orderNo) =>
      loggedIn(async () => {
        await portal.goto(at(`/purchases/${encodeURIComponent(orderNo)}/view`));
        return portal.downloadBy(page.locator('#download-pdf'));
      }),

    evidence: async () => ({
      screenshot: await page
        .screenshot({ type: 'png', fullPage: false, timeout: SCREENSHOT_TIMEOUT_MS })
        .catch(() => null),
      trace: await session.trace.take(),
    }),

    close: () => session.close(),
  };
}

/** The login page is the one page on which a login form is no sign of an ended session. */
function expectLoginPage(error: unknown): void {
  if (!(error instanceof SessionEnded)) throw error;
}

/** Whatever went wrong there, nothing was paid. */
function beforeTheClick(error: unknown): never {
  if (!(error instanceof TaskFailure)) throw error;
  const { code, cause, retryAfterMs } = error;
  throw new TaskFailure(code, {
    cause,
    hadNoEffect: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

async function openApplication(
  portal: PortalPage,
  at: (path: string) => string,
  record: PropertyRecord,
  search: () => Promise<SearchRow[]>,
): Promise<void> {
  const application = at(`/apply?record=${encodeURIComponent(record.uniqueNumber)}`);
  await portal.goto(application);
  // The portal lets apply only for what this very session has searched last.
  if (!(await portal.has('#search-again'))) return;
  await search();
  await portal.goto(application);
}

async function orderState(portal: PortalPage): Promise<'PAID' | 'UNPAID' | 'MISSING'> {
  if (await portal.has('#order-missing')) return 'MISSING';
  const state = await portal.page
    .locator('#order-state')
    .getAttribute('data-state', { timeout: 5_000 })
    .catch(() => null);
  if (state === 'PAID' || state === 'UNPAID') return state;
  throw new TaskFailure('AUTOMATION_FAILED', { cause: new Error('the order page tells no state') });
}

// NOTE: what runs in the page may not name a function of its own. The loader that runs this file wraps such names in
// a call that does not exist over there.
async function readRows(page: Page): Promise<SearchRow[]> {
  return page.locator('tr.result-row').evaluateAll((rows) =>
    rows.map((row) => ({
      uniqueNumber: row.getAttribute('data-unique-number') ?? '',
      kind: row.querySelector('.cell-kind')?.textContent?.trim() || '',
      dong: row.querySelector('.cell-dong')?.textContent?.trim() || null,
      floor: row.querySelector('.cell-floor')?.textContent?.trim() || null,
      ho: row.querySelector('.cell-unit')?.textContent?.trim() || null,
      state: row.querySelector('.cell-state')?.textContent?.trim() || '',
    })),
  );
}

interface PurchaseRow {
  readonly orderNo: string;
  readonly uniqueNumber: string;
  readonly docType: string;
  readonly variant: string;
}

async function readPurchases(page: Page): Promise<PurchaseRow[]> {
  return page.locator('tr.purchase-row').evaluateAll((rows) =>
    rows.map((row) => ({
      orderNo: row.getAttribute('data-order-no') ?? '',
      uniqueNumber: row.getAttribute('data-unique-number') ?? '',
      docType: row.getAttribute('data-doc-type') ?? '',
      variant: row.getAttribute('data-variant') ?? '',
    })),
  );
}
