import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { aptInstall, hasApt } from '../apt.ts';
import { ClearError } from '../clear-error.ts';
import { isExecutable } from '../process/find-on-path.ts';
import { runCommand } from '../process/run-command.ts';
import { find, type Machine } from '../tools.ts';
import { npmChromium } from './npm-chromium.ts';

export interface ChromiumProgram {
  path: string;
  foundBy: string;
}

export interface ChromiumSources {
  /** CHROMIUM_PATH. */
  given: string | undefined;
  /** Where Playwright would keep its own. */
  playwrightPath: string;
  /** Whether Playwright's download server can be reached. */
  canDownload: () => Promise<boolean>;
  /** Chromium carried by an npm package; null where it has none for this machine. */
  fromNpm: (machine: Machine) => Promise<string | null>;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
/** A cold start from a slow disk. */
const VERSION_TIMEOUT_MS = 20_000;
/** 170 MB; whoever has a slower line has other ways below. */
const DOWNLOAD_TIMEOUT_MS = 180_000;
/** Behind a firewall a connection may hang instead of failing. */
const REACH_TIMEOUT_MS = 2500;
const DOWNLOAD_SERVER = 'https://cdn.playwright.dev/';

export function chromiumSources(given: string | undefined): ChromiumSources {
  return { given, playwrightPath: chromium.executablePath(), canDownload, fromNpm: npmChromium };
}

/**
 * A Chromium that runs here. Each candidate must tell its version: Ubuntu's `chromium-browser` may be a stub, and a downloaded
 * one may lack libraries.
 *
 * @throws ClearError with the way to get one
 */
export async function findChromium(machine: Machine, sources: ChromiumSources): Promise<ChromiumProgram> {
  if (sources.given) return givenChromium(machine, sources.given);

  if (await runs(machine, sources.playwrightPath))
    return { path: sources.playwrightPath, foundBy: 'Playwright' };
  const installed = await firstThatRuns(machine);
  if (installed) return installed;

  if (await sources.canDownload()) {
    machine.say('Chromium   none on this machine: downloading with Playwright');
    await playwrightInstall(machine);
    if (await runs(machine, sources.playwrightPath))
      return { path: sources.playwrightPath, foundBy: 'Playwright' };
  }
  if (machine.isRoot && hasApt(machine)) {
    machine.say('Chromium   none on this machine: installing with apt (about 100 MB)');
    await aptInstall(machine, 'chromium', 'fonts-nanum');
    const now = await firstThatRuns(machine);
    if (now) return { ...now, foundBy: 'apt install' };
  }
  machine.say('Chromium   unpacking the one from npm');
  const carried = await sources.fromNpm(machine);
  if (carried && (await runs(machine, carried))) return { path: carried, foundBy: '@sparticuz/chromium' };

  const way = machine.platform === 'darwin' ? 'brew install --cask google-chrome' : 'install chromium';
  throw new ClearError(`No Chromium here and none could be fetched: ${way}, or set CHROMIUM_PATH.`);
}

async function givenChromium(machine: Machine, path: string): Promise<ChromiumProgram> {
  if (await runs(machine, path)) return { path, foundBy: 'CHROMIUM_PATH' };
  throw new ClearError(
    `CHROMIUM_PATH=${path} does not run: give the path of a Chromium program, or leave it out.`,
  );
}

async function firstThatRuns(machine: Machine): Promise<ChromiumProgram | null> {
  for (const name of NAMES) {
    const path = find(machine, name);
    if (path && (await runs(machine, path))) return { path, foundBy: path };
  }
  const onMac = machine.platform === 'darwin' && (await runs(machine, MAC_CHROME));
  return onMac ? { path: MAC_CHROME, foundBy: 'Google Chrome' } : null;
}

async function runs(machine: Machine, path: string): Promise<boolean> {
  if (!isExecutable(path)) return false;
  const { code, stdout } = await runCommand(path, ['--version'], {
    env: machine.env,
    timeoutMs: VERSION_TIMEOUT_MS,
  });
  return code === 0 && /\d+\.\d+/.test(stdout);
}

async function canDownload(): Promise<boolean> {
  try {
    const response = await fetch(DOWNLOAD_SERVER, {
      method: 'HEAD',
      signal: AbortSignal.timeout(REACH_TIMEOUT_MS),
    });
    return response.status < 500;
  } catch {
    return false;
  }
}

async function playwrightInstall(machine: Machine): Promise<void> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  if (!existsSync(cli)) return;
  // As root it may also install the libraries it needs.
  const flags = machine.isRoot && machine.platform === 'linux' ? ['--with-deps'] : [];
  await runCommand(process.execPath, [cli, 'install', ...flags, 'chromium'], {
    env: machine.env,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
}
