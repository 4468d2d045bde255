import type { PageSignal, StreamEnvironment } from './stream-types.ts';

/** The clock and timers of this process; always visible and never told of network changes (Node, workers). */
const plainEnvironment: StreamEnvironment = {
  now: () => Date.now(),
  setTimer(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  isVisible: () => true,
  onPageSignal: () => () => {},
  claimSlot: async () => () => {},
};

/** A page adds what its browser tells about visibility, the network, and being frozen or put aside. */
const pageEnvironment = (page: Window & typeof globalThis): StreamEnvironment => ({
  ...plainEnvironment,
  isVisible: () => page.document.visibilityState === 'visible',
  onPageSignal(listener) {
    const stop = new AbortController();
    const on = (target: EventTarget, name: string, signal: () => PageSignal) =>
      target.addEventListener(name, () => listener(signal()), { signal: stop.signal });
    on(page.document, 'visibilitychange', () =>
      page.document.visibilityState === 'visible' ? 'visible' : 'hidden',
    );
    on(page, 'online', () => 'online');
    on(page, 'offline', () => 'offline');
    // An open connection would keep the page out of the back/forward cache, and a frozen page reads none.
    on(page, 'pagehide', () => 'left');
    on(page.document, 'freeze', () => 'left');
    on(page, 'pageshow', () => 'returned');
    on(page.document, 'resume', () => 'returned');
    return () => stop.abort();
  },
  claimSlot: () => claimSlot(page.navigator.locks),
});

/** Leaves two of the six connections free for requests. */
const SLOTS = 4;

/** Slots are locks between the tabs of one browser; a tab that closes or crashes gives its own back by that. */
async function claimSlot(locks: LockManager | undefined): Promise<(() => void) | null> {
  // Locks exist only on https and localhost.
  if (!locks) return () => {};
  for (let slot = 1; slot <= SLOTS; slot++) {
    const release = await tryLock(locks, `dungji-stream-${slot}`);
    if (release) return release;
  }
  return null;
}

function tryLock(locks: LockManager, name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      // A page without an origin (sandboxed frame) may not lock; it is no tab that could crowd others.
      .catch(() => resolve(() => {}));
  });
}

/** The surroundings that this code runs in. */
export function currentEnvironment(): StreamEnvironment {
  return typeof window === 'undefined' || typeof document === 'undefined'
    ? plainEnvironment
    : pageEnvironment(window);
}
