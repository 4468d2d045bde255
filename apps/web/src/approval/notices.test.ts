import { beforeEach, expect, it } from 'vitest';
import { createNotices, type NoticeBrowser } from './notices.ts';

interface FakeBrowser extends NoticeBrowser {
  permitted: NotificationPermission | null;
  answer: NotificationPermission;
  lookedAt: boolean;
  throws: boolean;
  shown: { title: string; tag: string; click: () => void; closed: boolean }[];
  focused: number;
  settingsChanged: () => void;
}

/** The browser's part; notifications cannot be seen from a test, and node has none. */
function fakeBrowser(permitted: NotificationPermission | null): FakeBrowser {
  const browser: FakeBrowser = {
    permitted,
    answer: 'granted',
    lookedAt: false,
    throws: false,
    shown: [],
    focused: 0,
    settingsChanged: () => {},
    permission: () => browser.permitted,
    async ask() {
      browser.permitted = browser.answer;
      return browser.answer;
    },
    show(title, _, tag) {
      if (browser.throws) throw new TypeError('Illegal constructor');
      const entry = { title, tag, closed: false, click: () => shown.onclick?.(new Event('click')) };
      const shown: ReturnType<NoticeBrowser['show']> = {
        onclick: null,
        close: () => {
          entry.closed = true;
        },
      };
      browser.shown.push(entry);
      return shown;
    },
    onPermissionChange(listener) {
      browser.settingsChanged = listener;
    },
    isLookedAt: () => browser.lookedAt,
    focus: () => {
      browser.focused += 1;
    },
  };
  return browser;
}

const FIRST = { title: '켰어요', body: '' };
const notice = { title: '승인', body: '실패', tag: 'apv_1/6/failed', onOpen: () => {} };
let browser: FakeBrowser;
beforeEach(() => {
  browser = fakeBrowser('default');
});

it('is off until somebody turns it on, and says nothing', () => {
  const notices = createNotices(browser);
  expect(notices.state()).toBe('off');
  notices.tell(notice);
  expect(browser.shown).toEqual([]);
});

it('turned on, it shows a first one, and then what happens while nobody looks', async () => {
  const notices = createNotices(browser);
  await notices.turnOn(FIRST);
  expect(notices.state()).toBe('on');
  notices.tell(notice);
  browser.lookedAt = true;
  notices.tell({ ...notice, tag: 'apv_2/6/failed' });
  expect(browser.shown.map(({ tag }) => tag)).toEqual(['dungji-notices-on', 'apv_1/6/failed']);
});

it('a click on it leads back to the page', async () => {
  const notices = createNotices(browser);
  await notices.turnOn(FIRST);
  let opened = 0;
  notices.tell({
    ...notice,
    onOpen: () => {
      opened += 1;
    },
  });
  const [, told] = browser.shown;
  told?.click();
  expect([opened, browser.focused, told?.closed]).toEqual([1, 1, true]);
});

it.each([
  ['denied', 'denied'],
  ['default', 'undecided'],
] as const)('answered with %s, it says %s', async (answer, state) => {
  browser.answer = answer;
  const notices = createNotices(browser);
  await notices.turnOn(FIRST);
  expect(notices.state()).toBe(state);
  expect(browser.shown).toEqual([]);
});

it('says so where there are none', async () => {
  const notices = createNotices(fakeBrowser(null));
  expect(notices.state()).toBe('unsupported');
  await notices.turnOn(FIRST);
  expect(notices.state()).toBe('unsupported');
});

it('a phone that has them only in name says so at the first try', async () => {
  browser.throws = true;
  const notices = createNotices(browser);
  await notices.turnOn(FIRST);
  expect(notices.state()).toBe('unsupported');
});

it('forbidden later in the browser’s settings, it says so at once', async () => {
  const notices = createNotices(browser);
  await notices.turnOn(FIRST);
  let told = 0;
  notices.subscribe(() => {
    told += 1;
  });
  browser.permitted = 'denied';
  browser.settingsChanged();
  expect([notices.state(), told]).toEqual(['denied', 1]);
});
