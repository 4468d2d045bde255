import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Accepted, DEFAULT_LIMITS, NestView, UserId } from '@dungji/contracts';
import { claimTask, type Db } from '@dungji/db';
import { type BrowserContext, chromium, type Page } from 'playwright';
import type { RunningServer } from './servers.ts';
import type { Writer } from './writer.ts';

/** A change a tenth of a second: more often than any portal moves, and slower than any screen paints. */
const EVENTS_PER_SECOND = 10;
const SECONDS = 20;
/** The first ones are still compiled. */
const WARM_UP_SECONDS = 3;
const LAST_PAINT_MS = 5_000;

/** Builds the web as production serves it; the caller deletes the folder. */
export async function buildWeb(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'dungji-bench-web-'));
  const web = fileURLToPath(new URL('../../../apps/web/', import.meta.url));
  const args = ['build', '--outDir', path, '--emptyOutDir', '--logLevel', 'warn'];
  await promisify(execFile)(join(web, 'node_modules/.bin/vite'), args, { cwd: web });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Commit acknowledged → painted, for each change that a page in Chromium has shown. */
export async function measurePaint(
  server: RunningServer,
  { writer, db, chromiumPath }: { writer: Writer; db: Db; chromiumPath: string | undefined },
): Promise<{ latenciesMs: number[]; lost: number }> {
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ baseURL: `http://127.0.0.1:${server.port}` });
    const { person, nestId } = await beginIssue(context, db);
    const page = await context.newPage();
    await page.goto(`/nests/${nestId}`);
    await page.getByRole('dialog').getByRole('progressbar').waitFor();
    // Its dialog hides the rest of the page from roles, not from sight.
    await page.locator('[aria-label="연결 상태: 실시간"]').waitFor();
    await writer.write([person], { perSecond: EVENTS_PER_SECOND, seconds: WARM_UP_SECONDS });
    const painted = await watchPaints(page);
    const commits = await writer.write([person], { perSecond: EVENTS_PER_SECOND, seconds: SECONDS });
    const wanted = [...commits.values()];
    const last = Math.max(...wanted.map(({ done }) => done));
    await page
      .waitForFunction((done) => document.querySelector(`[aria-valuenow="${done}"]`), last, {
        timeout: LAST_PAINT_MS,
      })
      .catch(() => {});
    const atMs = new Map(await painted());
    // Two monotonic clocks of one machine, brought together by its wall clock.
    const wallMs = performance.timeOrigin + performance.now();
    const nowNanos = process.hrtime.bigint();
    const latenciesMs = wanted.flatMap(({ done, atNanos }) => {
      const paintedAtMs = atMs.get(done);
      return paintedAtMs === undefined ? [] : [paintedAtMs - (wallMs - Number(nowNanos - atNanos) / 1e6)];
    });
    return { latenciesMs, lost: wanted.length - latenciesMs.length };
  } finally {
    await browser.close();
  }
}

/** A tenant whose register is being issued, by a worker that the bench plays. */
async function beginIssue(context: BrowserContext, db: Db) {
  const post = async (path: string, data: object): Promise<unknown> => {
    const response = await context.request.post(path, { data });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  const call = async (path: string, data: object) =>
    ((await post(`/trpc/${path}`, data)) as { result: { data: unknown } }).result.data;
  const account = {
    email: `${Date.now()}@example.test`,
    password: 'a-long-enough-password',
    name: 'Somebody',
  };
  const { user } = (await post('/api/auth/sign-up/email', account)) as { user: { id: string } };
  const nest = NestView.parse(
    await call('nests.create', {
      name: '재는 집',
      roadAddress: '서울특별시 성동구 왕십리로 83-21',
      detailAddress: '101동 1502호',
      buildingType: 'APARTMENT',
      depositKrw: 300_000_000,
      monthlyRentKrw: 0,
      landlordName: '홍길동',
      contractFrom: '2026-03-01',
      contractTo: '2028-02-29',
    }),
  );
  const { taskId } = Accepted.parse(await call('issuance.request', { nestId: nest.id, docType: 'REGISTRY' }));
  const fence = { taskId, attempt: 1, bootId: 'bench' };
  await claimTask(db, { ...fence, workerId: 'bench', limits: DEFAULT_LIMITS });
  return { nestId: nest.id, person: { userId: UserId.parse(user.id), apiKey: '', fence } };
}

/** From now on: which progress was painted when, by the wall clock. */
async function watchPaints(page: Page): Promise<() => Promise<[number, number][]>> {
  const seen = await page.evaluateHandle(() => {
    const paints: [number, number][] = [];
    const channel = new MessageChannel();
    const waiting: number[] = [];
    // A task that was posted from within a frame runs once that frame was painted.
    channel.port1.onmessage = () => {
      const atMs = performance.timeOrigin + performance.now();
      for (const done of waiting.splice(0)) paints.push([done, atMs]);
    };
    new MutationObserver((mutations) => {
      for (const { target } of mutations)
        if (target instanceof Element) waiting.push(Number(target.getAttribute('aria-valuenow')));
      requestAnimationFrame(() => channel.port2.postMessage(null));
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-valuenow'] });
    return paints;
  });
  return () => seen.jsonValue();
}
