import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { type PromptWishes, readPrompt } from './tokens.ts';

/** Where the provider hangs in the sandbox. */
export const GENERATION_PATH = '/generation';

/** The models, and how each of them names its result: they were made by different people. */
export const RESULT_SHAPES = {
  'motion-lite': (urls: readonly string[]) => ({ resultUrls: urls }),
  motion: (urls: readonly string[]) => ({ resultJson: JSON.stringify({ resultUrls: urls }) }),
  'motion-long': (urls: readonly string[]) => ({ output: { video: urls[0] ? { url: urls[0] } : null } }),
} as const;
export type Model = keyof typeof RESULT_SHAPES;
export const isModel = (name: unknown): name is Model => typeof name === 'string' && name in RESULT_SHAPES;

export interface Job {
  readonly taskId: string;
  readonly model: Model;
  readonly idempotencyKey: string;
  readonly prompt: string;
  readonly wishes: PromptWishes;
  readonly createdAtMs: number;
  /** How often it was handed in under its key. */
  times: number;
  /** How often its state was asked for. */
  queries: number;
}

/** A long test hands in some thousands; the oldest ones are forgotten first. */
const JOBS_MAX = 100_000;

/** The provider's world: in memory on purpose, for it plays the outside and forgets when it restarts. */
export class JobBook {
  readonly #byId = new Map<string, Job>();
  readonly #byKey = new Map<string, Job>();

  constructor(
    readonly now: Clock,
    readonly faults: Faults,
  ) {}

  /** The same key is the same job, whatever else is asked for. */
  submit(idempotencyKey: string, model: Model, prompt: string): Job {
    const known = this.#byKey.get(idempotencyKey);
    if (known) {
      known.times += 1;
      return known;
    }
    const job: Job = {
      taskId: `job-${randomBytes(12).toString('hex')}`,
      model,
      idempotencyKey,
      prompt,
      wishes: readPrompt(prompt),
      createdAtMs: this.now(),
      times: 1,
      queries: 0,
    };
    this.#byId.set(job.taskId, job);
    this.#byKey.set(idempotencyKey, job);
    const oldest = this.#byId.size > JOBS_MAX ? this.#byId.values().next().value : undefined;
    if (oldest) {
      this.#byId.delete(oldest.taskId);
      this.#byKey.delete(oldest.idempotencyKey);
    }
    return job;
  }

  find(taskId: string): Job | undefined {
    return this.#byId.get(taskId);
  }

  findByKey(idempotencyKey: string): Job | undefined {
    return this.#byKey.get(idempotencyKey);
  }

  all(): readonly Job[] {
    return [...this.#byId.values()];
  }

  clear(): void {
    this.#byId.clear();
    this.#byKey.clear();
  }

  /** What the provider says about a job now. */
  stateOf(job: Job): { state: string; completedAtMs: number | null; hasUrl: boolean } {
    const { wishes } = job;
    const completedAtMs = job.createdAtMs + wishes.renderMs;
    if (wishes.state) return { state: wishes.state, completedAtMs: null, hasUrl: false };
    if (this.now() < completedAtMs) {
      const state = this.now() < job.createdAtMs + wishes.renderMs / 4 ? 'queuing' : 'generating';
      return { state, completedAtMs: null, hasUrl: false };
    }
    if (wishes.fail) return { state: 'fail', completedAtMs, hasUrl: false };
    const hasUrl = !wishes.noUrl && this.now() >= completedAtMs + (wishes.urlAfterMs ?? 0);
    return { state: 'success', completedAtMs, hasUrl };
  }
}
