import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FakeMachine, fakeMachine } from '../testing/fake-programs.ts';
import { type ChromiumSources, findChromium } from './find-chromium.ts';

const VERSION = 'echo "Chromium 153.0.1"';

/** None of the ways leads anywhere unless the test opens it. */
function sources(open: Partial<ChromiumSources> = {}): ChromiumSources {
  return {
    given: undefined,
    playwrightPath: '/nowhere/chrome',
    canDownload: async () => false,
    fromNpm: async () => null,
    ...open,
  };
}

function aptGivesChromium(fake: FakeMachine): void {
  fake.program('dpkg', '');
  fake.program(
    'apt-get',
    `echo "apt-get $*" >> "$LOG"
printf '#!/bin/sh\\n${VERSION}\\n' > "$BIN/chromium"; chmod 755 "$BIN/chromium"`,
  );
}

describe('finding a Chromium', () => {
  it('takes CHROMIUM_PATH before everything else', async () => {
    const fake = fakeMachine();
    fake.program('chromium', VERSION);
    const given = fake.program('my-chrome', VERSION);
    expect((await findChromium(fake.machine, sources({ given }))).path).toBe(given);
  });

  it('refuses a CHROMIUM_PATH that does not run, in one line that names it', async () => {
    const fake = fakeMachine();
    fake.program('chromium', VERSION);
    const failure = findChromium(fake.machine, sources({ given: '/nowhere' }));
    await expect(failure).rejects.toThrow('CHROMIUM_PATH=/nowhere does not run');
  });

  it("takes Playwright's own before the system's", async () => {
    const fake = fakeMachine();
    fake.program('chromium', VERSION);
    const playwrightPath = fake.program('playwright-chrome', VERSION);
    expect((await findChromium(fake.machine, sources({ playwrightPath }))).foundBy).toBe('Playwright');
  });

  it('passes by a program that is there and does not run', async () => {
    const fake = fakeMachine();
    fake.program('chromium', 'echo "install the snap" >&2; exit 1');
    const chrome = fake.program('google-chrome', VERSION);
    expect((await findChromium(fake.machine, sources())).path).toBe(chrome);
  });

  it('installs with apt as root, with a Korean font', async () => {
    const fake = fakeMachine({ isRoot: true });
    aptGivesChromium(fake);
    const found = await findChromium(fake.machine, sources());
    expect(found.path).toBe(join(fake.machine.searchPath, 'chromium'));
    expect(fake.calls()[0]).toMatch(/install --yes .*chromium fonts-nanum$/);
  });

  it('takes the one from npm where nothing may be installed', async () => {
    const fake = fakeMachine();
    aptGivesChromium(fake);
    const carried = fake.program('from-npm', VERSION);
    const found = await findChromium(fake.machine, sources({ fromNpm: async () => carried }));
    expect(found).toEqual({ path: carried, foundBy: '@sparticuz/chromium' });
    expect(fake.calls()).toEqual([]);
  });

  it('names the way to get one when there is none, in one line', async () => {
    const failure = await findChromium(fakeMachine().machine, sources()).catch(
      (error: Error) => error.message,
    );
    expect(failure).toBe(
      'No Chromium here and none could be fetched: install chromium, or set CHROMIUM_PATH.',
    );
  });
});
