import { type ErrorData, REASONS, type ReasonCode } from '@dungji/contracts';
import { isDatabaseDown } from '@dungji/db';
import { StorageError } from '@dungji/storage';
import { TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { z } from 'zod';

interface Extras {
  taskId?: string;
  fieldErrors?: Record<string, string[]>;
  /** Who decided the card that this call came too late for. */
  decidedBy?: string | null;
  decidedByName?: string | null;
  /** RATE_LIMITED: also told as the Retry-After header. */
  retryAfterSeconds?: number;
}

/** A procedure's "no", with its reason from the closed table. The only error that procedures throw on purpose. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly reason: ReasonCode,
    readonly extras: Extras = {},
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

const REASON_BY_CODE: Partial<Record<TRPCError['code'], ReasonCode>> = {
  BAD_REQUEST: 'INVALID_INPUT',
  PARSE_ERROR: 'INVALID_INPUT',
  METHOD_NOT_SUPPORTED: 'INVALID_INPUT',
  UNSUPPORTED_MEDIA_TYPE: 'INVALID_INPUT',
  UNAUTHORIZED: 'UNAUTHENTICATED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  TOO_MANY_REQUESTS: 'RATE_LIMITED',
};

/**
 * What no schema forbids and Postgres cannot hold: a zero byte or half a character in a text, a day before the calendar.
 * SQLSTATE class 22, those of its codes that speak of a value's form.
 */
const UNSTORABLE_CODES = ['22001', '22003', '22007', '22008', '22021', '22P02', '22P05'];
const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNSTORABLE_CODES.some((code) => code === error.code);

/** Anything thrown below → the refusal that the caller hears. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseDown(error) || error instanceof StorageError)
    return new Refusal('DEPENDENCY_DOWN', {}, { cause: error });
  if (isUnstorable(error)) return new Refusal('INVALID_INPUT', {}, { cause: error });
  if (error instanceof z.ZodError) return new Refusal('INVALID_INPUT', { fieldErrors: fieldErrorsOf(error) });
  // tRPC decodes the path by itself and lets this one through.
  if (error instanceof URIError) return new Refusal('INVALID_INPUT', {}, { cause: error });
  if (error instanceof TRPCError) {
    if (error.cause instanceof z.ZodError || error.cause instanceof Refusal) return refusalOf(error.cause);
    const reason = REASON_BY_CODE[error.code];
    if (reason) return new Refusal(reason, {}, { cause: error });
    if (error.cause) return refusalOf(error.cause);
  }
  return new Refusal('INTERNAL', {}, { cause: error });
}

/** The one place that makes TRPCErrors, so that the HTTP status always agrees with the reason. */
export function toTrpcError(error: unknown): TRPCError {
  const refusal = refusalOf(error);
  if (error instanceof TRPCError && REASON_BY_CODE[error.code] === refusal.reason) return error;
  return new TRPCError({
    code: trpcCode(refusal.reason),
    message: REASONS[refusal.reason].message.en,
    cause: refusal,
  });
}

/** True for what nobody foresaw: the only failures worth a stack in the log. */
export const isUnforeseen = (error: unknown): boolean => refusalOf(error).reason === 'INTERNAL';

/** How long the caller is asked to wait; null when any of the errors does not say. */
export function retryAfterSecondsOf(errors: readonly unknown[]): number | null {
  const asked = errors.map((error) => refusalOf(error).extras.retryAfterSeconds ?? Number.NaN);
  const longest = Math.max(...asked);
  return asked.length > 0 && Number.isFinite(longest) ? longest : null;
}

/** What stands behind an error: the first cause that is not a wrapping of ours. */
export function causeOf(error: unknown): unknown {
  const wrapped = error instanceof TRPCError || error instanceof Refusal;
  return wrapped && error.cause ? causeOf(error.cause) : error;
}

/** `error.data` on the wire, and the sentence beside it. Neither ever holds a stack or a message of the machine room. */
export function describeError(
  error: unknown,
  at: { path: string | undefined; requestId: string },
): { message: string; data: ErrorData } {
  const { reason, extras } = refusalOf(error);
  const { retryable, restorable, message, code, httpStatus } = REASONS[reason];
  // A refusal by tRPC itself (405, 415) keeps its own status under our reason.
  const named = error instanceof TRPCError && REASON_BY_CODE[error.code] === reason ? error.code : code;
  return {
    message: message.en,
    data: {
      code: named,
      httpStatus: STATUS_OF_OWN_CODE[named] ?? httpStatus,
      path: at.path ?? null,
      reason,
      retryable,
      restorable,
      requestId: at.requestId,
      ...extras,
    },
  };
}

const STATUS_OF_OWN_CODE: Record<string, number> = { METHOD_NOT_SUPPORTED: 405, UNSUPPORTED_MEDIA_TYPE: 415 };

/** The tRPC envelope of a refusal decided before tRPC runs; one per call, so batching clients read it too. */
export function errorEnvelope(
  reason: ReasonCode,
  at: { path: string; batched: boolean; requestId: string },
): { status: number; body: unknown } {
  const one = (path: string) => {
    const { message, data } = describeError(new Refusal(reason), { path, requestId: at.requestId });
    return { error: { message, code: TRPC_ERROR_CODES_BY_KEY[trpcCode(reason)], data } };
  };
  return {
    status: REASONS[reason].httpStatus,
    body: at.batched ? at.path.split(',').map(one) : one(at.path),
  };
}

const isTrpcCode = (code: string): code is TRPCError['code'] => code in TRPC_ERROR_CODES_BY_KEY;

function trpcCode(reason: ReasonCode): TRPCError['code'] {
  const { code } = REASONS[reason];
  return isTrpcCode(code) ? code : 'INTERNAL_SERVER_ERROR';
}

function fieldErrorsOf(error: z.ZodError): Record<string, string[]> {
  // Without a prototype: a field that somebody names `constructor` is a field like any other.
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    // A strict object names its unknown keys in the issue, not in the path.
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const name of names) {
      const field = name.map(String).join('.') || '_';
      fields[field] = [...(fields[field] ?? []), issue.message];
    }
  }
  return fields;
}
