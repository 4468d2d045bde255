import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { services } from './stack.ts';

const WEB = fileURLToPath(new URL('../apps/web', import.meta.url));

/** Builds the page as people get it, into a folder of its own. */
export async function buildWeb(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dungji-built-'));
  const vite = join(WEB, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', folder, '--sourcemap', 'false'], {
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return folder;
}

/** From here on this browser gets the built page, at the address of the stack whose api answers it. */
export async function serveBuilt(context: BrowserContext, folder: string): Promise<void> {
  await context.route(`${services().webUrl}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (/^\/(trpc|api|admin)\//.test(pathname)) return route.continue();
    const file = join(folder, pathname);
    return route.fulfill({ path: extname(pathname) && existsSync(file) ? file : join(folder, 'index.html') });
  });
}

/** What the browser says of its own page: how long its largest part took to be painted, and how far things moved by themselves. */
export interface Sight {
  paintedMs: number;
  moved: { score: number; what: string }[];
}

/** Notes from the very start of every page of this browser. */
export const watchSight = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const sight: Sight = { paintedMs: 0, moved: [] };
    Object.assign(window, { sight });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) sight.paintedMs = Math.round(startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          sight.moved.push({
            score: value,
            what: sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '').join(' | '),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
