import type { SweepResult } from '@dungji/contracts';
import type { Logger } from 'pino';
import type { Looked } from '../kinds/generation/look.ts';

/** Counts along, and keeps one bad row or one bad stage from ending the sweep for all others. */
export class Tally {
  examined = 0;
  redispatched = 0;
  settled = 0;
  refunded = 0;
  objectsDeleted = 0;
  errors = 0;

  constructor(private readonly log: Logger) {}

  /** One row on its own. */
  async examine(id: string, look: () => Promise<void>): Promise<void> {
    this.examined += 1;
    try {
      await look();
    } catch (err) {
      this.errors += 1;
      this.log.warn({ err, id }, 'the sweep passed over a row');
    }
  }

  /** One look at a generation; null: it broke off. */
  looked(looked: Looked | null): void {
    this.examined += 1;
    if (looked === null) this.errors += 1;
    if (looked === 'succeeded' || looked === 'failed') this.settled += 1;
    if (looked === 'failed') this.refunded += 1;
  }

  /** One stage on its own: what it cannot reach now, a later sweep will. */
  async stage(name: string, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (err) {
      this.errors += 1;
      this.log.warn({ err, stage: name }, 'a stage of the sweep broke off');
    }
  }

  result(): SweepResult {
    const { examined, redispatched, settled, refunded, objectsDeleted, errors } = this;
    return { examined, redispatched, settled, refunded, objectsDeleted, errors };
  }
}
