import { readFile, stat } from 'node:fs/promises';
import { type Download, errors, type Locator, type Page, type Response } from 'playwright';
import { BrowserLost, type BrowserSession } from '../../browser/chromium.ts';
import { TaskFailure } from '../../task-failure.ts';
import { readRetryAfter } from './retry-after.ts';

/** Pages are rendered by the server: once loaded, an element is shown at once, or the machine is busy, or it is not there. */
const ELEMENT_TIMEOUT_MS = 5_000;
/** Reading a page that is there takes milliseconds; a browser that takes this long answers nobody any more. */
const ANSWER_TIMEOUT_MS = 10_000;
/** A register of a thousand pages stays below this; anything bigger is not what was ordered. */
const DOWNLOAD_MAX_BYTES = 20_000_000;

/** The portal sent us to its login page: the session has ended, whatever was asked was not done. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

/** Bounded moves on one page, with failures sorted by whose fault they are. */
export interface PortalPage {
  readonly page: Page;
  /** Loads a page by its address. */
  goto(url: string): Promise<Response>;
  /** Clicks something that loads the next page. */
  follow(locator: Locator): Promise<Response>;
  fill(locator: Locator, text: string): Promise<void>;
  check(locator: Locator): Promise<void>;
  textOf(locator: Locator): Promise<string>;
  has(selector: string): Promise<boolean>;
  /** Bounds what Playwright itself does not bound, and sorts its failures. */
  answered<T>(ask: () => Promise<T>): Promise<T>;
  /** Clicks a download link and returns the whole file. */
  downloadBy(locator: Locator): Promise<Uint8Array>;
}

export function drivePage(
  page: Page,
  session: BrowserSession,
  options: { readonly pageTimeoutMs: number },
): PortalPage {
  /** A page that did not come is the portal's fault, an element that is not there is our expectation's, a dead browser is ours. */
  const sort = (cause: unknown, code: 'PORTAL_DOWN' | 'AUTOMATION_FAILED'): Error => {
    if (cause instanceof TaskFailure || cause instanceof SessionEnded) return cause;
    if (cause instanceof BrowserLost || !session.isBrowserAlive())
      return new TaskFailure('WORKER_LOST', { cause });
    return new TaskFailure(code, { cause });
  };

  const onElement = async <T>(
    locator: Locator,
    run: (locator: Locator, timeout: number) => Promise<T>,
  ): Promise<T> => {
    const early = await run(locator, ELEMENT_TIMEOUT_MS).then(
      (value) => ({ value }),
      (cause: unknown) => ({ cause }),
    );
    if ('value' in early) return early.value;
    // In the page, but not yet to be seen or used: the machine is slow, and gets the time that it gives the portal.
    const isLate = early.cause instanceof errors.TimeoutError && (await answered(() => locator.count())) > 0;
    if (!isLate) throw sort(early.cause, 'AUTOMATION_FAILED');
    try {
      return await run(locator, options.pageTimeoutMs);
    } catch (cause) {
      throw sort(cause, 'AUTOMATION_FAILED');
    }
  };

  const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await bounded(ask(), ANSWER_TIMEOUT_MS, (cause) => new BrowserLost(cause));
    } catch (cause) {
      throw sort(cause, 'AUTOMATION_FAILED');
    }
  };

  const onLoad = async (run: () => Promise<Response | null>): Promise<Response> => {
    try {
      const response = await run();
      if (response === null) throw new Error('the page answered nothing');
      judge(response, await answered(() => idsOn(page)));
      return response;
    } catch (cause) {
      throw sort(cause, 'PORTAL_DOWN');
    }
  };

  return {
    page,
    goto: (url) =>
      onLoad(() => page.goto(url, { waitUntil: 'domcontentloaded', timeout: options.pageTimeoutMs })),

    async follow(locator) {
      await onElement(locator, (it, timeout) => it.waitFor({ state: 'visible', timeout }));
      return onLoad(() =>
        nextPage(
          page,
          () => locator.click({ noWaitAfter: true, timeout: ELEMENT_TIMEOUT_MS }),
          options.pageTimeoutMs,
        ),
      );
    },

    fill: (locator, text) => onElement(locator, (it, timeout) => it.fill(text, { timeout })),
    check: (locator) => onElement(locator, (it, timeout) => it.check({ timeout })),
    textOf: (locator) =>
      onElement(locator, async (it, timeout) => ((await it.textContent({ timeout })) ?? '').trim()),
    has: (selector) => answered(async () => (await page.locator(selector).count()) > 0),
    answered,

    async downloadBy(locator) {
      await onElement(locator, (it, timeout) => it.waitFor({ state: 'visible', timeout }));
      try {
        return await downloadedBytes(
          page,
          () => locator.click({ noWaitAfter: true, timeout: ELEMENT_TIMEOUT_MS }),
          options.pageTimeoutMs,
        );
      } catch (cause) {
        throw sort(cause, 'PORTAL_DOWN');
      }
    },
  };
}

/** Waits for the page that a click leads to, redirects followed, until it has taken the place of the one before. */
async function nextPage(page: Page, click: () => Promise<void>, timeoutMs: number): Promise<Response> {
  const { arrived, failed } = listen(page, timeoutMs);
  const shown = page.waitForEvent('framenavigated', {
    timeout: timeoutMs,
    predicate: (frame) => frame === page.mainFrame(),
  });
  shown.catch(() => {});
  await click();
  const [response] = await Promise.race([Promise.all([arrived, shown]), failed]);
  await page.waitForLoadState('domcontentloaded', { timeout: timeoutMs });
  return response;
}

function listen(page: Page, timeoutMs: number) {
  const arrived = page.waitForEvent('response', {
    timeout: timeoutMs,
    predicate: (response) =>
      response.request().isNavigationRequest() &&
      response.frame() === page.mainFrame() &&
      (response.status() < 300 || response.status() >= 400),
  });
  const failed = page
    .waitForEvent('requestfailed', {
      timeout: timeoutMs,
      predicate: (request) => request.isNavigationRequest() && request.frame() === page.mainFrame(),
    })
    .then((request): never => {
      throw new Error(`the page did not load: ${request.failure()?.errorText}`);
    });
  // Whichever of the two does not come is of no interest.
  arrived.catch(() => {});
  failed.catch(() => {});
  return { arrived, failed };
}

/** Of the elements that tell an error page and the login page from what was asked for, those that are there. */
const idsOn = (page: Page): Promise<string[]> =>
  page
    .locator('#portal-error, #login-button, #login-error')
    .evaluateAll((elements) => elements.map((element) => element.id));

/** Looks at what came: an error page of the portal, or its login page where another one was asked for. */
function judge(response: Response, ids: readonly string[]): void {
  if (response.status() >= 500 || response.status() === 429 || ids.includes('portal-error')) {
    const retryAfterMs = readRetryAfter(response.headers()['retry-after'], Date.now());
    throw new TaskFailure('PORTAL_DOWN', {
      cause: new Error(`HTTP ${response.status()}`),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  if (ids.includes('login-button') && !ids.includes('login-error')) throw new SessionEnded();
}

async function downloadedBytes(
  page: Page,
  click: () => Promise<void>,
  timeoutMs: number,
): Promise<Uint8Array> {
  const { arrived } = listen(page, timeoutMs);
  const downloading = page.waitForEvent('download', { timeout: timeoutMs });
  // A link that leads to a page instead of a file.
  const refused = arrived.then(async (response): Promise<Download> => {
    if (response.status() < 400) return downloading;
    throw new TaskFailure(response.status() >= 500 ? 'PORTAL_DOWN' : 'AUTOMATION_FAILED');
  });
  downloading.catch(() => {});
  refused.catch(() => {});
  await click();
  const download = await Promise.race([downloading, refused]);
  try {
    const path = await bounded(download.path(), timeoutMs);
    const { size } = await stat(path);
    if (size > DOWNLOAD_MAX_BYTES) throw new TaskFailure('UNREADABLE_DOCUMENT');
    return await readFile(path);
  } finally {
    download.delete().catch(() => {});
  }
}

function bounded<T>(
  promise: Promise<T>,
  timeoutMs: number,
  lateBecause: (cause: Error) => Error = (cause) => cause,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(lateBecause(new Error(`no end within ${timeoutMs} ms`)));
    const timer = setTimeout(onTimeout, timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
