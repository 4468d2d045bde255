import { fileURLToPath } from 'node:url';
import {
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  type Route,
  test,
} from '@playwright/test';
import { type Line, openLine } from './line.ts';
import { services } from './stack.ts';
import { call, makeNest, openNest, query, registryCard, requestRegistry, signInAsTenant } from './tenant.ts';

// Waits end as soon as what they wait for is there; a busy machine needs far longer than a free one.
test.describe.configure({ timeout: 240_000 });

/** This page is at the end of a line that may break; `elsewhere` is the same person by another way. */
let line: Line;
let page: Page;
let elsewhere: Page;
let signedIn: BrowserContextOptions;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  elsewhere = await signInAsTenant(await browser.newContext());
  signedIn = { storageState: await elsewhere.context().storageState() };
  line = await openLine();
  page = await (await line.newContext(browser, signedIn)).newPage();
});
test.afterAll(async () => {
  await Promise.all([page?.context().close(), elsewhere?.context().close()]);
  await line?.close();
});

/** Found although an open dialog hides the rest of the page from roles. */
const badge = (state: string): Locator => page.locator(`[aria-label="연결 상태: ${state}"]`);
const LIVE = '실시간';
const POLLING = '5초마다 확인 중';
const PATIENT = { timeout: 60_000 };

/** A task that ends when the test says so: its portal takes its time. */
async function begin(name: string): Promise<{ nestId: string; taskId: string }> {
  const nestId = await makeNest(elsewhere, `${name} ${Date.now()}`, '[slow=20000]');
  return { nestId, taskId: await requestRegistry(elsewhere, nestId) };
}
const cancel = (taskId: string): Promise<unknown> => call(elsewhere, 'tasks.cancel', { taskId });
const CANCELLED = '요청을 취소했어요.';
const UNDER_WAY = /차례를 기다리는 중|발급 중|다시 시도할 예정/;

/** How long after a moment the words stood in the dialog, by the clock of this machine. */
async function watchFor(words: string): Promise<(sinceMs: number) => Promise<number>> {
  const seen = await page.getByRole('dialog').evaluateHandle((dialog, wanted) => {
    const found = { atMs: 0 };
    new MutationObserver(() => {
      if (found.atMs === 0 && dialog.textContent?.includes(wanted)) found.atMs = Date.now();
    }).observe(dialog, { subtree: true, childList: true, characterData: true });
    return found;
  }, words);
  return async (sinceMs) => {
    const tookMs = (await seen.evaluate(({ atMs }) => atMs)) - sinceMs;
    test.info().annotations.push({ type: 'right on screen after', description: `${tookMs} ms` });
    return tookMs;
  };
}
/** The promise is proven with a clock of the test's own; here a busy machine may add as much again. */
const BACK_WITHIN_MS = 2 * 5_000;
const AWAKE_WITHIN_MS = BACK_WITHIN_MS;

test('a proxy that holds the stream back: the page says that it polls, shows the truth all the same, and is live once bytes pass', async () => {
  line.holdStreams();
  const nestId = await makeNest(elsewhere, `막힌 흐름 ${Date.now()}`, '');
  const card = await openNest(page, nestId);
  await expect(badge(POLLING)).toBeVisible(PATIENT);
  await card.getByRole('button', { name: '발급', exact: true }).click();
  await expect(card).toContainText('발급 완료', { timeout: 120_000 });
  // Between two polls the task that reads it may come and go unseen: then the document alone says that it was read.
  await expect(card).toContainText(/서류의 글자를 모두 읽었어요|서류를 읽었어요/, PATIENT);

  // Two polls of what is on screen later, nobody has asked about a task that has ended.
  const settledAt = line.asked.length;
  const askedSince = (procedure: string) =>
    line.asked.slice(settledAt).filter((path) => path.startsWith(`/trpc/${procedure}`)).length;
  await expect.poll(() => askedSince('nests.get'), PATIENT).toBeGreaterThanOrEqual(2);
  expect(askedSince('tasks.')).toBe(0);

  line.mend();
  await expect(badge(LIVE)).toBeVisible(PATIENT);
  const liveAt = line.asked.length;
  // What happens to others asks nothing about this one.
  const other = `다른 둥지 ${Date.now()}`;
  await makeNest(elsewhere, other, '');
  await expect(page.getByText(other).first()).toBeAttached();
  const askedLive = line.asked.slice(liveAt).filter((path) => /^\/trpc\/(tasks\.|nests\.get)/.test(path));
  expect(askedLive).toEqual([]);
});

test('what ended while the line was cut is right on screen once it is back', async () => {
  const { nestId, taskId } = await begin('끊긴 선');
  const card = await openNest(page, nestId);
  await expect(card).toContainText(UNDER_WAY);
  await expect(badge(LIVE)).toBeVisible(PATIENT);
  const shownAfter = await watchFor(CANCELLED);
  line.cut();
  await expect(page.locator('button[aria-label$="부터 오프라인"]')).toBeVisible(PATIENT);
  await cancel(taskId);
  await expect(card).toContainText(UNDER_WAY);
  line.mend();
  const backAtMs = Date.now();
  await expect(card).toContainText(CANCELLED, PATIENT);
  expect(await shownAfter(backAtMs)).toBeLessThan(BACK_WITHIN_MS);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain('tsk_');
  await expect(badge(LIVE)).toBeVisible(PATIENT);
});

test('what ended while the page was frozen is right on screen when it wakes', async () => {
  const { nestId, taskId } = await begin('얼어붙은 창');
  const card = await openNest(page, nestId);
  await expect(card).toContainText(UNDER_WAY);
  await expect(badge(LIVE)).toBeVisible(PATIENT);
  const shownAfter = await watchFor(CANCELLED);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await cancel(taskId);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  const awakeAtMs = Date.now();
  // To freeze it the browser has hidden it.
  await page.bringToFront();
  await expect(card).toContainText(CANCELLED, PATIENT);
  expect(await shownAfter(awakeAtMs)).toBeLessThan(AWAKE_WITHIN_MS);
  await devtools.detach();
});

test('a server that is killed while work goes on: the same page sees its end and is live again', async () => {
  const nestId = await makeNest(elsewhere, `다시 뜬 서버 ${Date.now()}`, '[slow=400]');
  const card = await openNest(page, nestId);
  await expect(badge(LIVE)).toBeVisible(PATIENT);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await card.getByRole('button', { name: '발급', exact: true }).click();
  await expect(card).toContainText(UNDER_WAY);
  const { api } = services().pids;
  process.kill(api, 'SIGKILL');
  await expect(card).toContainText('발급 완료', { timeout: 120_000 });
  await expect(badge(LIVE)).toBeVisible(PATIENT);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(services().pids.api).not.toBe(api);
});

/** The next reading of a nest: what the server said, not yet told to the page. */
async function holdAnswer() {
  const route = await new Promise<Route>((resolve) => {
    void page.route('**/trpc/nests.get*', (one) => resolve(one), { times: 1 });
  });
  const response = await route.fetch();
  // Given up by the page meanwhile, it has nobody to be late for.
  return { tell: () => route.fulfill({ response }).catch(() => {}) };
}

const STATES = ['차례를 기다리는 중', '발급 중', '다시 시도할 예정', CANCELLED];
/** Every state that the card shows from now on. */
async function watchStates(): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle((words) => {
    const states: string[] = [];
    new MutationObserver(() => {
      const text = document.querySelector('[role=dialog] article')?.textContent ?? '';
      const now = words.find((word) => text.includes(word));
      if (now && states.at(-1) !== now) states.push(now);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return states;
  }, STATES);
  return () => seen.jsonValue();
}

test('an answer that is older than what the page knows turns nothing back: not the first one, not that of a poll', async () => {
  const slow = await begin('느린 첫 답');
  const held = holdAnswer();
  await page.goto(`${services().webUrl}/nests/${slow.nestId}`);
  const first = await held;
  await expect(badge(LIVE)).toBeVisible(PATIENT);
  const shown = await watchStates();
  await cancel(slow.taskId);
  // Its event has come by the time that one after it is on screen.
  const after = `뒤에 온 둥지 ${Date.now()}`;
  await makeNest(elsewhere, after, '');
  await expect(page.getByText(after).first()).toBeAttached();
  await first.tell();
  await expect(registryCard(page)).toContainText(CANCELLED);
  const states = await shown();
  expect(states.slice(states.indexOf(CANCELLED))).toEqual([CANCELLED]);

  line.holdStreams();
  const polled = await begin('늦은 확인');
  await openNest(page, polled.nestId);
  await expect(badge(POLLING)).toBeVisible(PATIENT);
  const late = await holdAnswer();
  await registryCard(page).getByRole('button', { name: '발급 취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '발급 취소' }).click();
  await expect(registryCard(page)).toContainText(CANCELLED);
  const shownAfter = await watchStates();
  await late.tell();
  line.mend();
  await expect(badge(LIVE)).toBeVisible(PATIENT);
  expect((await shownAfter()).filter((state) => state !== CANCELLED)).toEqual([]);
  await expect(registryCard(page)).toContainText(CANCELLED);
});

test('the time that was waited is the server’s, whatever the clock and the zone of the device', async ({
  browser,
}) => {
  const { nestId, taskId } = await begin('틀린 시계');
  await query(`UPDATE task SET pending_at = pending_at - interval '200 seconds' WHERE id = $1`, [taskId]);
  const devices = [
    { minutesOff: 10, timezoneId: 'Asia/Seoul' },
    { minutesOff: -10, timezoneId: 'America/New_York' },
  ];
  for (const { minutesOff, timezoneId } of devices) {
    const context = await browser.newContext({ ...signedIn, timezoneId });
    // What a wrong clock does, and no more: time itself passes as ever.
    await context.addInitScript(`{
      const Right = Date;
      Date = class extends Right {
        static now() { return Right.now() + ${minutesOff * 60_000}; }
        constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)); }
      };
    }`);
    const device = await context.newPage();
    const card = await openNest(device, nestId);
    expect(
      await device.evaluate(() =>
        Math.round((Date.now() - performance.now() - performance.timeOrigin) / 60_000),
      ),
    ).toBe(minutesOff);
    await expect(card.getByRole('timer', { name: '기다린 시간' })).toContainText('3분');
    await context.close();
  }
  await cancel(taskId);
});

test('the typed client works in a page, and 200 streams that it opens and closes leave nothing behind', async ({
  browser,
}) => {
  const context = await browser.newContext(signedIn);
  const own = await context.newPage();
  // A page of the same origin without a stream of its own.
  await own.goto(`${services().webUrl}/appearance.js`);
  const client = fileURLToPath(new URL('../packages/client/src/index.ts', import.meta.url));
  await own.evaluate(
    `import(${JSON.stringify(`/@fs${client}`)}).then((client) => Object.assign(window, { client }))`,
  );
  const { taskId } = await begin('페이지 안의 클라이언트');
  const waiting = own.evaluate(`client.createDungjiClient({ url: location.origin }).waitFor('${taskId}')`);
  await cancel(taskId);
  expect(await waiting).toMatchObject({ status: 'FAILED', errorCode: 'CANCELLED' });

  const devtools = await context.newCDPSession(own);
  await devtools.send('Performance.enable');
  const cycle = (times: number) =>
    own.evaluate(`(async () => {
      for (let n = 0; n < ${times}; n += 1) await new Promise((resolve) => {
        const stream = client.openStream({
          url: '',
          poll: async () => {},
          onEvent: () => stream.close().then(resolve),
        });
      });
    })()`);
  const left = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const measured = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { listeners: measured('JSEventListeners'), heapBytes: measured('JSHeapUsedSize') };
  };
  await cycle(20);
  const before = await left();
  await cycle(200);
  const after = await left();
  // Each listens to seven signals of its page.
  expect(after.listeners).toBeLessThan(before.listeners + 200);
  // And is some ten kilobytes with all that belongs to it.
  expect(after.heapBytes - before.heapBytes).toBeLessThan(1_000_000);
  await context.close();
  await Promise.all([page.context().close(), elsewhere.context().close()]);
  await expect
    .poll(async () => {
      const metrics = await (await fetch(`${services().apiUrl}/metrics`)).text();
      return /^dungji_open_streams (\d+)$/m.exec(metrics)?.[1];
    })
    .toBe('0');
});
