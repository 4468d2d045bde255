import { PACE } from './pace.ts';
import type { StreamEnvironment } from './stream-types.ts';

/** A wait that can be cut short from outside. */
export class Pause {
  #wake: (() => void) | null = null;

  /**
   * Until a moment, or until `end`; null: only until `end`. Looks at the clock in between, because timers stand still while
   * a machine sleeps: what fell due meanwhile comes right after waking. A clock that was set back prolongs nothing.
   */
  until(
    moment: number | null,
    environment: StreamEnvironment,
    lookEveryMs: number = PACE.watch,
  ): Promise<void> {
    return new Promise((resolve) => {
      let cancel = (): void => {};
      const wait = (leftMs: number): void => {
        const since = environment.now();
        const stepMs = Math.min(leftMs, lookEveryMs);
        cancel = environment.setTimer(() => {
          const rest = leftMs - Math.max(stepMs, environment.now() - since);
          if (rest > 0) wait(rest);
          else this.end();
        }, stepMs);
      };
      this.#wake = () => {
        this.#wake = null;
        cancel();
        resolve();
      };
      if (moment !== null) wait(Math.max(0, moment - environment.now()));
    });
  }

  end(): void {
    this.#wake?.();
  }
}

/** Something that takes a while: it may be given up by itself, or interrupted because something else is to be done. */
export class Running {
  readonly #controller = new AbortController();
  isInterrupted = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly abort = (): void => this.#controller.abort();

  interrupt(): void {
    this.isInterrupted = true;
    this.abort();
  }
}

/** Runs it again and again; returns the function that stops it. */
export function every(intervalMs: number, environment: StreamEnvironment, run: () => void): () => void {
  let cancel = (): void => {};
  const schedule = (): void => {
    cancel = environment.setTimer(() => {
      schedule();
      run();
    }, intervalMs);
  };
  schedule();
  return () => cancel();
}

/** What went wrong, or null when the call succeeded. Once the signal has fired, the call is not waited for. */
export function settledOrAborted(
  call: () => Promise<void>,
  signal: AbortSignal,
): Promise<{ error: unknown } | null> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ error: signal.reason }), { once: true });
    new Promise<void>((settle) => settle(call())).then(
      () => resolve(null),
      (error: unknown) => resolve({ error }),
    );
  });
}

/** Lets the signal, when there is one, abort the controller too; returns the function that separates them. */
export function forwardAbort(signal: AbortSignal | undefined, controller: AbortController): () => void {
  if (!signal) return () => {};
  const forward = (): void => controller.abort(signal.reason);
  if (signal.aborted) forward();
  else signal.addEventListener('abort', forward, { once: true });
  return () => signal.removeEventListener('abort', forward);
}
