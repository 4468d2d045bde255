/**
 * Why the storage did not do what was asked:
 * - UNREACHABLE: no connection, or it broke
 * - TIMEOUT: no answer within the operation's bound
 * - ABORTED: the caller's signal fired
 * - NOT_FOUND: no such object (or bucket)
 * - TOO_LARGE: the object is bigger than the caller is ready to hold
 * - MISMATCH: what is stored is not what was sent
 * - REFUSED: the server answered with any other error
 */
export type StorageErrorReason =
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'NOT_FOUND'
  | 'TOO_LARGE'
  | 'MISMATCH'
  | 'REFUSED';

export class StorageError extends Error {
  override readonly name = 'StorageError';

  constructor(
    readonly reason: StorageErrorReason,
    readonly operation: string,
    readonly key: string | null,
    cause?: unknown,
  ) {
    super(`storage ${operation}${key === null ? '' : ` ${key}`}: ${reason}`, { cause });
  }
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;

/** HTTP status of the server's answer, when there was one. */
export function httpStatusOf(error: unknown): number | null {
  const status = field(field(error, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' ? status : null;
}

/** Sorts whatever the SDK threw into the closed set of reasons. */
export function reasonOf(error: unknown): StorageErrorReason {
  const status = httpStatusOf(error);
  if (status === 404) return 'NOT_FOUND';
  if (status !== null && status >= 400) return 'REFUSED';
  const name = field(error, 'name');
  if (name === 'TimeoutError') return 'TIMEOUT';
  const code = field(error, 'code');
  if (code === 'ETIMEDOUT') return 'TIMEOUT';
  if (typeof code === 'string' && CONNECTION_CODES.has(code)) return 'UNREACHABLE';
  // An answer that is not S3's (a proxy's page, a truncated body) says as little as no answer.
  return 'UNREACHABLE';
}
