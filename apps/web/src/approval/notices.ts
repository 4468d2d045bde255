import { readChoice, storeChoice } from '../ui/stored-choice.ts';

const STORED_UNDER = 'dungji.approval-notices';
const CHOICES = ['on'] as const;

/**
 * - unsupported: this browser cannot, or not here
 * - denied: the person or their browser has forbidden it; only they can undo that
 * - off, on: this device's choice
 * - asking: the browser is asking the person
 * - undecided: they left the browser's question unanswered
 */
export type NoticeState = 'unsupported' | 'denied' | 'off' | 'on' | 'asking' | 'undecided';

interface Shown {
  onclick: ((event: Event) => void) | null;
  close(): void;
}
/** What we take of the browser. */
export interface NoticeBrowser {
  permission(): NotificationPermission | null;
  ask(): Promise<NotificationPermission>;
  show(title: string, body: string, tag: string): Shown;
  /** Calls back when the permission was changed in the browser's own settings. */
  onPermissionChange(listener: () => void): void;
  isLookedAt(): boolean;
  focus(): void;
}

export const windowNotices: NoticeBrowser = {
  permission: () => ('Notification' in window && window.isSecureContext ? Notification.permission : null),
  ask: () => Notification.requestPermission(),
  show: (title, body, tag) => new Notification(title, { body, tag, icon: '/nest.svg' }),
  onPermissionChange(listener) {
    navigator.permissions
      ?.query({ name: 'notifications' })
      .then((status) => status.addEventListener('change', listener))
      .catch(() => {}); // Told at the next page load.
  },
  isLookedAt: () => document.visibilityState === 'visible' && document.hasFocus(),
  focus: () => window.focus(),
};

/** Browser notifications of failures: off until somebody turns them on, and honest about why they cannot. */
export interface Notices {
  state(): NoticeState;
  subscribe(listener: () => void): () => void;
  /** Asks the browser if need be, and shows a first one. */
  turnOn(first: { title: string; body: string }): Promise<void>;
  turnOff(): void;
  /** Shows it unless the page is being looked at. The same tag is shown once, in however many tabs. */
  tell(notice: { title: string; body: string; tag: string; onOpen: () => void }): void;
}

export function createNotices(browser: NoticeBrowser = windowNotices): Notices {
  const listeners = new Set<() => void>();
  let choice: 'on' | 'off' | 'asking' | 'undecided' = readChoice(STORED_UNDER, CHOICES) ?? 'off';
  let isBroken = false;
  browser.onPermissionChange(() => changed());

  function changed(): void {
    for (const listener of listeners) listener();
  }
  function choose(next: typeof choice): void {
    choice = next;
    if (next !== 'asking') storeChoice(STORED_UNDER, next === 'on' ? 'on' : null);
    changed();
  }
  /** Phones have the class and throw when it is used outside of a service worker. */
  function show(title: string, body: string, tag: string): Shown | null {
    try {
      return browser.show(title, body, tag);
    } catch {
      isBroken = true;
      changed();
      return null;
    }
  }
  function state(): NoticeState {
    const permission = browser.permission();
    if (permission === null || isBroken) return 'unsupported';
    if (permission === 'denied') return 'denied';
    return choice === 'on' && permission === 'default' ? 'off' : choice;
  }

  return {
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async turnOn({ title, body }) {
      if (browser.permission() === null) return;
      choose('asking');
      const permission = await browser.ask().catch((): NotificationPermission => 'default');
      choose(permission === 'granted' ? 'on' : 'undecided');
      if (permission === 'granted') show(title, body, 'dungji-notices-on');
    },
    turnOff: () => choose('off'),
    tell({ title, body, tag, onOpen }) {
      if (state() !== 'on' || browser.isLookedAt()) return;
      const shown = show(title, body, tag);
      if (!shown) return;
      shown.onclick = () => {
        browser.focus();
        onOpen();
        shown.close();
      };
    },
  };
}
