import type { TaskKind } from '@dungji/contracts';

const HEARTBEAT_MS = 1_000;
const ISSUANCE_PENDING_MS = 180_000;
const ISSUANCE_PROCESSING_MS = 180_000;
const OCR_PENDING_MS = 240_000;
const OCR_PROCESSING_MS = 120_000;
const APPROVAL_PENDING_MS = 180_000;
const APPROVAL_STEP_MS = 90_000;
const GENERATION_PENDING_MS = 90_000;
const GENERATION_CEILING_MS = 100_000;

/** Minutes become seconds; what separates the limits from each other stays. */
export const SHORT_LIMITS = {
  HEARTBEAT_INTERVAL_MS: String(HEARTBEAT_MS),
  HEARTBEAT_TTL_MS: String(3 * HEARTBEAT_MS),
  SWEEP_INTERVAL_MS: '2000',
  ISSUANCE_PENDING_TIMEOUT_MS: String(ISSUANCE_PENDING_MS),
  ISSUANCE_PROCESSING_TIMEOUT_MS: String(ISSUANCE_PROCESSING_MS),
  OCR_PENDING_TIMEOUT_MS: String(OCR_PENDING_MS),
  OCR_PROCESSING_TIMEOUT_MS: String(OCR_PROCESSING_MS),
  APPROVAL_PENDING_TIMEOUT_MS: String(APPROVAL_PENDING_MS),
  APPROVAL_STEP_TIMEOUT_MS: String(APPROVAL_STEP_MS),
  GENERATION_PENDING_TIMEOUT_MS: String(GENERATION_PENDING_MS),
  GENERATION_GRACE_MS: '4000',
  GENERATION_RESULT_MISSING_MS: '30000',
  GENERATION_CEILING_MS: String(GENERATION_CEILING_MS),
  RETRY_BACKOFF_MS: '3000',
  REGISTRY_PORTAL_PAGE_TIMEOUT_MS: '8000',
  ORPHAN_OBJECT_GRACE_MS: '60000',
  RATE_LIMIT_REQUESTS_PER_MINUTE: '100000',
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '1000',
  LOG_LEVEL: 'warn',
};

/** An outage of a service of ours, which the stack ends after ten seconds, and a few sweeps. */
const AFTER_THE_LIMIT_MS = 60_000;

/** From the moment a task began to wait to its end, by its limits. `steps`: of a card. */
export function settledWithinMs(kind: TaskKind, steps: number): number {
  const limits: Record<TaskKind, number> = {
    issuance: ISSUANCE_PENDING_MS + ISSUANCE_PROCESSING_MS,
    ocr: OCR_PENDING_MS + OCR_PROCESSING_MS,
    approval: APPROVAL_PENDING_MS + steps * APPROVAL_STEP_MS,
    generation: Math.max(GENERATION_PENDING_MS, GENERATION_CEILING_MS),
  };
  return limits[kind] + AFTER_THE_LIMIT_MS;
}

/** Longer than any of these: when the last request is in, everything is settled after this time or never. */
export const ALL_SETTLED_WITHIN_MS = 900_000;
