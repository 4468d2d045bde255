import { type Browser, type BrowserContext, chromium } from 'playwright';

const LAUNCH_TIMEOUT_MS = 30_000;
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
  /** False once Chromium died: whatever failed then says nothing about the page. */
  isBrowserAlive(): boolean;
  close(): Promise<void>;
}

export interface Chromium {
  /**
   * A fresh context (its own cookies and pages) of the one browser of this process. Closed at the latest when `signal` aborts.
   *
   * @throws BrowserLost when Chromium cannot be started
   */
  open(signal: AbortSignal): Promise<BrowserSession>;
  close(): Promise<void>;
}

/** One Chromium per process: started at the first use, started again after it died. */
export function openChromium(options: {
  readonly executablePath?: string | undefined;
  /** Where downloads lie while they are read; a directory of the browser's own when not given. */
  readonly downloadsPath?: string | undefined;
  readonly actionTimeoutMs: number;
  readonly navigationTimeoutMs: number;
}): Chromium {
  let launching: Promise<Browser> | null = null;

  const browser = (): Promise<Browser> => {
    launching ??= launch(options).then(
      (launched) => {
        launched.once('disconnected', () => {
          launching = null;
        });
        return launched;
      },
      (cause) => {
        launching = null;
        throw new BrowserLost(cause);
      },
    );
    return launching;
  };

  return {
    async open(signal) {
      signal.throwIfAborted();
      const owner = await browser();
      const context = await newContext(owner);
      context.setDefaultTimeout(options.actionTimeoutMs);
      context.setDefaultNavigationTimeout(options.navigationTimeoutMs);
      const close = once(() => closeContext(owner, context));
      signal.addEventListener('abort', () => void close(), { once: true });
      if (signal.aborted) {
        await close();
        signal.throwIfAborted();
      }
      return { context, close, isBrowserAlive: () => owner.isConnected() };
    },
    async close() {
      const owner = await launching?.catch(() => null);
      await owner?.close();
    },
  };
}

function launch({
  executablePath,
  downloadsPath,
}: {
  readonly executablePath?: string | undefined;
  readonly downloadsPath?: string | undefined;
}): Promise<Browser> {
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    ...(downloadsPath === undefined ? {} : { downloadsPath }),
    timeout: LAUNCH_TIMEOUT_MS,
    // The worker decides what a signal means, and closes the browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ['--disable-background-networking', '--disable-dev-shm-usage'],
  });
}

async function newContext(owner: Browser): Promise<BrowserContext> {
  try {
    return await owner.newContext({
      acceptDownloads: true,
      locale: 'ko-KR',
      timezoneId: 'Asia/Seoul',
      serviceWorkers: 'block',
    });
  } catch (cause) {
    throw new BrowserLost(cause);
  }
}

async function closeContext(owner: Browser, context: BrowserContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const sick = new Promise<'sick'>((resolve) => {
    timer = setTimeout(() => resolve('sick'), CLOSE_TIMEOUT_MS);
  });
  const closed = context.close().catch(() => {});
  const outcome = await Promise.race([closed, sick]);
  clearTimeout(timer);
  if (outcome === 'sick') await owner.close().catch(() => {});
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= run();
    return running;
  };
}
