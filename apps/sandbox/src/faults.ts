import { z } from 'zod';

export const FaultTarget = z.enum(['portal', 'ledger', 'generation', 'steps']);
export type FaultTarget = z.infer<typeof FaultTarget>;

export const FaultMode = z.enum(['down', 'slow', 'ok']);

/** Ten minutes: longer than any single wait of the product. */
const SLOW_MAX_MS = 600_000;
/** Slow enough to be noticed on screen, well inside every page limit. */
export const SLOW_DEFAULT_MS = 5_000;

export const SetFault = z.strictObject({
  target: FaultTarget,
  mode: FaultMode,
  ms: z.int().min(0).max(SLOW_MAX_MS).optional(),
});
export type SetFault = z.infer<typeof SetFault>;

interface Fault {
  readonly mode: z.infer<typeof FaultMode>;
  readonly ms: number;
}

const HEALTHY: Fault = { mode: 'ok', ms: 0 };

/** Which part of the outside world is broken right now, as told by the control API. */
export class Faults {
  readonly #faults = new Map<FaultTarget, Fault>();

  set({ target, mode, ms }: SetFault): void {
    this.#faults.set(target, { mode, ms: mode === 'slow' ? (ms ?? SLOW_DEFAULT_MS) : 0 });
  }

  of(target: FaultTarget): Fault {
    return this.#faults.get(target) ?? HEALTHY;
  }

  all(): Record<FaultTarget, Fault> {
    return {
      portal: this.of('portal'),
      ledger: this.of('ledger'),
      generation: this.of('generation'),
      steps: this.of('steps'),
    };
  }

  clear(): void {
    this.#faults.clear();
  }
}
