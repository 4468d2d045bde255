import type { GenerationSeconds, TaskErrorCode } from '@dungji/contracts';

/** What is handed in. */
export interface VideoRequest {
  /** Names the work: handed in twice under one key it is the same work. */
  readonly idempotencyKey: string;
  /** Must be reachable from the provider for as long as it may wait in its queue. */
  readonly imageUrl: string;
  readonly prompt: string;
  readonly seconds: GenerationSeconds;
}

/** What the provider says about a piece of work. */
export interface Report {
  /** Its own word for the state. */
  readonly said: string;
  /** What that means; `unclear` is a word we do not know. */
  readonly means: 'going on' | 'unclear' | 'succeeded' | 'failed';
  /** When it was done, as told: by contract epoch milliseconds, in fact not always. */
  readonly completedAtMs: number | undefined;
  /** Null: not there, or not there yet. */
  readonly resultUrl: string | null;
  /** For `failed`: whose fault it is. */
  readonly failure: TaskErrorCode;
}

/** An external API that makes a video from a picture. Every call is bounded in time. */
export interface Provider {
  /**
   * Hands work in.
   *
   * @throws TaskFailure PROVIDER_REJECTED for a request that it will never take, PROVIDER_FAILED for any other trouble;
   *   `hadNoEffect` unless it may have been taken all the same
   */
  submit(request: VideoRequest, signal: AbortSignal): Promise<{ readonly providerTaskId: string }>;
  /** Work handed in under our key. Null: the provider says that there is none. @throws ProviderUnclear */
  findByKey(idempotencyKey: string, signal: AbortSignal): Promise<string | null>;
  /** Null: the provider knows no such work (any more). @throws ProviderUnclear */
  ask(providerTaskId: string, signal: AbortSignal): Promise<Report | null>;
}

/** A question without a usable answer: no connection, too slow, an error page, something malformed. */
export class ProviderUnclear extends Error {
  override readonly name = 'ProviderUnclear';
}
