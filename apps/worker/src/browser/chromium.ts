import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { openTraces, type Trace, type Traces } from './traces.ts';

const LAUNCH_TIMEOUT_MS = 30_000;
/** A session opens in a fraction of a second; a browser that takes this long answers nobody any more. */
const OPEN_TIMEOUT_MS = 10_000;
/** A context that has not closed by then belongs to a sick browser, which is ended with all its pages. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Its browser was lost under a running task. */
export class BrowserLost extends Error {
  override readonly name = 'BrowserLost';
  constructor(cause?: unknown) {
    super('the browser is gone', { cause });
  }
}

export interface BrowserSession {
  readonly context: BrowserContext;
  /** The first page of the context. */
  readonly page: Page;
  readonly trace: Trace;
  /** False once Chromium died: whatever failed then says nothing about the page. */
  isBrowserAlive(): boolean;
  close(): Promise<void>;
}

export interface Chromium {
  /**
   * A fresh context (its own cookies and pages) of the one browser of this process. Closed at the latest when `signal`
   * aborts, and the browser with it when nobody else uses it: a task that was cancelled leaves none behind.
   *
   * @throws BrowserLost when Chromium cannot be started, died, or hangs; one that hangs is killed, and the next call starts another
   */
  open(signal: AbortSignal): Promise<BrowserSession>;
  /** Gives up the browser that runs: its sessions fail with BrowserLost, the next call of `open` starts another. */
  lose(): void;
  close(): Promise<void>;
}

/**
 * Whether an error nobody caught was thrown by the browser's own library, while it took a message: of a page that was
 * being closed, for one. It says nothing about the rest of this process.
 */
export function isFromBrowserLibrary(error: unknown): boolean {
  const [, firstFrame = ''] = (error instanceof Error ? (error.stack ?? '') : '').split(/\n\s+at /);
  return firstFrame.includes('/playwright-core/');
}

/** One Chromium per process: started at the first use, started again after it died. */
export function openChromium(options: {
  readonly executablePath?: string | undefined;
  readonly actionTimeoutMs: number;
  readonly navigationTimeoutMs: number;
}): Chromium {
  let launching: Promise<Launched> | null = null;
  /** Those who have a session, or are about to get one. */
  let userCount = 0;

  const launched = (): Promise<Launched> => {
    if (launching === null) {
      const mine = launch(options);
      const forget = () => {
        if (launching === mine) launching = null;
      };
      mine.then(({ browser }) => browser.once('disconnected', forget), forget);
      launching = mine;
    }
    return launching.catch((cause) => {
      throw new BrowserLost(cause);
    });
  };

  let ended: Promise<unknown> = Promise.resolve();
  /** Whoever comes from now on gets another browser, so nobody is disturbed. */
  const end = async (): Promise<void> => {
    const ending = launching;
    launching = null;
    ended = Promise.all([ended, ending?.then(closeBrowser, () => {})]);
    await ended;
  };

  const leave = (signal: AbortSignal): void => {
    userCount -= 1;
    // Nobody waits for it: whoever lost the task has more to do.
    if (signal.aborted && userCount === 0) void end();
  };

  const openSession = async (signal: AbortSignal): Promise<BrowserSession> => {
    const owner = await unlessAborted(signal, launched());
    const { context, page } = await openPage(owner, signal);
    const trace = owner.traces.of(context);
    context.setDefaultTimeout(options.actionTimeoutMs);
    context.setDefaultNavigationTimeout(options.navigationTimeoutMs);
    const close = once(async () => {
      await closeContext(owner, context);
      await trace.discard();
      leave(signal);
    });
    signal.addEventListener('abort', () => void close(), { once: true });
    if (signal.aborted) void close();
    return { context, page, trace, close, isBrowserAlive: () => owner.browser.isConnected() };
  };

  return {
    async open(signal) {
      signal.throwIfAborted();
      userCount += 1;
      const session = await openSession(signal).catch((error: unknown) => {
        leave(signal);
        throw error;
      });
      signal.throwIfAborted();
      return session;
    },
    lose() {
      launching?.then(kill, () => {});
      launching = null;
    },
    close: end,
  };
}

interface Launched {
  readonly browser: Browser;
  readonly traces: Traces;
  /** Of Chromium itself. Undefined: it did not tell. */
  readonly pid: number | undefined;
}

async function launch({
  executablePath,
}: {
  readonly executablePath?: string | undefined;
}): Promise<Launched> {
  const traces = await openTraces();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    tracesDir: traces.folder,
    timeout: LAUNCH_TIMEOUT_MS,
    // The worker decides what a signal means, and closes the browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ['--disable-background-networking', '--disable-dev-shm-usage'],
  });
  return { browser, traces, pid: await pidOf(browser).catch(() => undefined) };
}

async function pidOf(browser: Browser): Promise<number | undefined> {
  const protocol = await browser.newBrowserCDPSession();
  const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
  await protocol.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id;
}

async function openPage(owner: Launched, signal: AbortSignal): Promise<Opened> {
  const opening = newPage(owner.browser);
  const giveUp = () => void opening.then(({ context }) => context.close()).catch(() => {});
  try {
    const opened = await unlessAborted(signal, within(OPEN_TIMEOUT_MS, opening));
    if (opened !== 'late') return opened;
  } catch (cause) {
    giveUp();
    signal.throwIfAborted();
    throw new BrowserLost(cause);
  }
  giveUp();
  kill(owner);
  throw new BrowserLost(new Error(`no page within ${OPEN_TIMEOUT_MS} ms`));
}

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
}

async function newPage(browser: Browser): Promise<Opened> {
  const context = await browser.newContext({
    acceptDownloads: true,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    serviceWorkers: 'block',
  });
  try {
    return { context, page: await context.newPage() };
  } catch (cause) {
    void context.close().catch(() => {});
    throw cause;
  }
}

async function closeBrowser(owner: Launched): Promise<void> {
  if ((await within(CLOSE_TIMEOUT_MS, owner.browser.close())) === 'late') kill(owner);
}

async function closeContext(owner: Launched, context: BrowserContext): Promise<void> {
  const closed = context.close().catch(() => {});
  if ((await within(CLOSE_TIMEOUT_MS, closed)) === 'late') kill(owner);
}

/** Ends a browser that no longer answers, with all its processes: every call that waits for it rejects at once. */
function kill({ browser, pid }: Launched): void {
  for (const target of pid === undefined ? [] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It is gone, or leads no group of processes.
    }
  }
  // Where that did not reach it, Playwright asks, waits half a minute, and kills it then.
  void browser.close().catch(() => {});
}

async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= run();
    return running;
  };
}
