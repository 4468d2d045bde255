import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testEnv } from '../testing/env.ts';
import { descendantsOf, isProcessAlive, signalAll } from '../testing/processes.ts';
import { BrowserLost, type Chromium, isFromBrowserLibrary, openChromium } from './chromium.ts';

vi.setConfig({ testTimeout: 60_000 });

const open = (executablePath = testEnv.chromiumPath) =>
  openChromium({ executablePath, actionTimeoutMs: 20_000, navigationTimeoutMs: 20_000 });
const never = () => new AbortController().signal;

let chromium: Chromium;
beforeAll(() => {
  chromium = open();
});
afterAll(() => chromium.close());

describe('the browser of a process', () => {
  it('is one, however many tasks use it, and keeps their sessions apart', async () => {
    const [one, two] = await Promise.all([chromium.open(never()), chromium.open(never())]);
    expect(one.context.browser()).toBe(two.context.browser());
    await one.context.addCookies([{ name: 'session', value: '1', url: 'http://portal.example' }]);
    expect(await two.context.cookies('http://portal.example')).toEqual([]);
    await Promise.all([one.close(), two.close()]);
  });

  it('closes a session when its signal aborts, and itself with the last one', async () => {
    const before = new Set(descendantsOf(process.pid));
    const own = open();
    const [lost, other] = [new AbortController(), new AbortController()];
    const session = await own.open(lost.signal);
    const beside = await own.open(other.signal);
    const browser = descendantsOf(process.pid).filter((pid) => !before.has(pid));
    const closed = session.page.waitForEvent('close');
    lost.abort();
    await closed;
    await session.close();
    expect(beside.isBrowserAlive()).toBe(true);
    other.abort();
    await vi.waitFor(() => expect(browser.filter(isProcessAlive)).toEqual([]), 10_000);
    const next = await own.open(never());
    expect(next.isBrowserAlive()).toBe(true);
    await own.close();
  });

  it('is started again after it died, and says so to whoever was using it', async () => {
    const before = descendantsOf(process.pid);
    const session = await chromium.open(never());
    const disconnected = new Promise((resolve) => session.context.browser()?.once('disconnected', resolve));
    signalAll(before, 'SIGKILL');
    await disconnected;
    expect(session.isBrowserAlive()).toBe(false);
    await session.close();
    const next = await chromium.open(never());
    expect(next.isBrowserAlive()).toBe(true);
    await next.close();
  });

  it('that hangs costs one session ten seconds, and the next one gets another browser', async () => {
    const before = new Set(descendantsOf(process.pid));
    const own = open();
    const session = await own.open(never());
    const frozen = descendantsOf(process.pid).filter((pid) => !before.has(pid));
    signalAll(frozen, 'SIGSTOP');
    const startedAt = performance.now();
    await expect(own.open(never())).rejects.toBeInstanceOf(BrowserLost);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await session.close();
    const next = await own.open(never());
    expect(await next.page.evaluate(() => 1 + 1)).toBe(2);
    await own.close();
    await expect.poll(() => frozen.filter(isProcessAlive)).toEqual([]);
  });

  it('that hangs holds nobody whose task was lost meanwhile', async () => {
    const before = new Set(descendantsOf(process.pid));
    const own = open();
    const session = await own.open(never());
    const frozen = descendantsOf(process.pid).filter((pid) => !before.has(pid));
    signalAll(frozen, 'SIGSTOP');
    const abort = new AbortController();
    const opening = own.open(abort.signal);
    const lost = new Error('lost');
    abort.abort(lost);
    await expect(opening).rejects.toBe(lost);
    const startedAt = performance.now();
    await session.close();
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    await expect.poll(() => frozen.filter(isProcessAlive)).toEqual([]);
  });

  it('is given up when its library breaks outside every call, and only then', async () => {
    const own = open();
    const session = await own.open(never());
    own.lose();
    await expect.poll(() => session.isBrowserAlive(), { timeout: 10_000 }).toBe(false);
    const next = await own.open(never());
    expect(next.isBrowserAlive()).toBe(true);
    await own.close();

    const thrownAt = (frame: string) => Object.assign(new Error('x'), { stack: `Error: x\n    at ${frame}` });
    expect(isFromBrowserLibrary(thrownAt('f (/a/node_modules/playwright-core/lib/coreBundle.js:1:1)'))).toBe(
      true,
    );
    expect(isFromBrowserLibrary(thrownAt('run (/a/apps/worker/src/runner.ts:1:1)'))).toBe(false);
    expect(isFromBrowserLibrary('no error')).toBe(false);
  });

  it('that cannot be started is a loss of this worker, not of the portal', async () => {
    await expect(open('/nonexistent/chromium').open(never())).rejects.toBeInstanceOf(BrowserLost);
  });
});
