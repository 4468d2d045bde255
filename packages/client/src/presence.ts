import { PACE } from './pace.ts';
import type { PageSignal, StreamEnvironment } from './stream-types.ts';

interface PresenceCallbacks {
  /** Nobody has looked for a while, or the page was left or frozen. */
  onDormant(): void;
  /** Somebody looks again after that. */
  onAwake(): void;
  /** Shown again before it went dormant. */
  onGlance(): void;
  onNetworkChange(): void;
}

export interface Presence {
  readonly isDormant: boolean;
  /** Left or frozen: nothing may run at all. */
  readonly isLeft: boolean;
  stop(): void;
}

/** Whether somebody looks at the page. Hidden for 30 s counts as nobody. */
export function watchPresence(environment: StreamEnvironment, callbacks: PresenceCallbacks): Presence {
  let isHiddenLong = false;
  let isLeft = false;
  let cancelHiding: (() => void) | null = null;

  const isDormant = () => isHiddenLong || isLeft;
  const startHiding = (): void => {
    cancelHiding ??= environment.setTimer(() => {
      isHiddenLong = true;
      callbacks.onDormant();
    }, PACE.hiddenGrace);
  };
  const stopHiding = (): void => {
    cancelHiding?.();
    cancelHiding = null;
    isHiddenLong = false;
  };
  const show = (): void => {
    const wasDormant = isDormant();
    isLeft = false;
    if (environment.isVisible()) stopHiding();
    if (!wasDormant) callbacks.onGlance();
    else if (!isDormant()) callbacks.onAwake();
  };

  const onSignal: Record<PageSignal, () => void> = {
    hidden: startHiding,
    visible: show,
    returned: show,
    left() {
      isLeft = true;
      callbacks.onDormant();
    },
    online: () => callbacks.onNetworkChange(),
    offline: () => callbacks.onNetworkChange(),
  };
  const unsubscribe = environment.onPageSignal((signal) => onSignal[signal]());
  if (!environment.isVisible()) startHiding();

  return {
    get isDormant() {
      return isDormant();
    },
    get isLeft() {
      return isLeft;
    },
    stop() {
      unsubscribe();
      stopHiding();
    },
  };
}
