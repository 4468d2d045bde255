import { z } from 'zod';

/** Longer pauses fire at once: timers count in 32 bits. */
const TIMER_MS_MAX = 2_147_483_647;
/** Ten years: beyond any sense, and within what Postgres' times can hold. */
const AGE_MS_MAX = 315_360_000_000;

const msUpTo = (max: number) => (defaultMs: number) =>
  z.coerce.number().int().min(1).max(max).default(defaultMs);
/** What a timer waits for. */
const timer = msUpTo(TIMER_MS_MAX);
/** What is compared with the clock. */
const ms = msUpTo(AGE_MS_MAX);
const count = (defaultCount: number) => z.coerce.number().int().min(1).max(1_000_000).default(defaultCount);

/**
 * Every time limit of the lifecycle, by its environment variable (milliseconds unless it counts something).
 * Each app's env.ts spreads this shape into its own; verbs take the numbers as arguments.
 */
export const limitsShape = {
  HEARTBEAT_INTERVAL_MS: timer(10_000),
  HEARTBEAT_TTL_MS: timer(30_000),
  SWEEP_INTERVAL_MS: timer(15_000),
  SWEEP_BATCH: count(50),
  ISSUANCE_PENDING_TIMEOUT_MS: ms(300_000),
  ISSUANCE_PROCESSING_TIMEOUT_MS: ms(1_200_000),
  OCR_PENDING_TIMEOUT_MS: ms(900_000),
  OCR_PROCESSING_TIMEOUT_MS: ms(600_000),
  APPROVAL_PENDING_TIMEOUT_MS: ms(3_600_000),
  APPROVAL_STEP_TIMEOUT_MS: ms(2_400_000),
  APPROVAL_TTL_MS: ms(259_200_000),
  GENERATION_PENDING_TIMEOUT_MS: ms(300_000),
  GENERATION_GRACE_MS: ms(120_000),
  GENERATION_RESULT_MISSING_MS: ms(1_800_000),
  GENERATION_CEILING_MS: ms(86_400_000),
  RETRY_BACKOFF_MS: timer(15_000),
  DISPATCH_TIMEOUT_MS: timer(1_500),
  SSE_PING_MS: timer(5_000),
  POLL_INTERVAL_MS: timer(5_000),
  STREAM_CATCHUP_MS: timer(2_000),
  SSE_MAX_PER_USER: count(50),
  SSE_MAX_PER_PROCESS: count(3_000),
  WORKER_CONCURRENCY: count(4),
  EVENT_RETENTION_MS: ms(604_800_000),
  ORPHAN_OBJECT_GRACE_MS: ms(3_600_000),
};

export const Limits = z.object(limitsShape);
export type Limits = z.infer<typeof Limits>;
/** The limits with nothing set in the environment. */
export const DEFAULT_LIMITS: Limits = Limits.parse({});
