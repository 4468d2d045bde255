import { TaskFailure } from '../../../task-failure.ts';
import { readRetryAfter } from '../retry-after.ts';

/** A page of 100 rows has 100 KB; what is a hundred times that is no answer. */
const ANSWER_BYTES_MAX = 10_000_000;

export interface OpenApiCall {
  /** Named in errors. The address never is: it carries the key. */
  readonly operation: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks an open API and gives its answer, whatever that says: errors come with HTTP 200, and envelopes with 401 or 403.
 * Redirects are not followed, for the key would go along.
 *
 * @throws TaskFailure PORTAL_DOWN when there was no answer, or one that is not the service's own (busy, a broken proxy).
 *   Neither it nor its cause holds the address or what was answered.
 */
export async function callOpenApi(call: OpenApiCall): Promise<{ status: number; text: string }> {
  const address = new URL(call.url);
  // The parameters are encoded once, here: keys come plain.
  for (const [name, value] of Object.entries(call.params)) address.searchParams.set(name, value);
  const limit = AbortSignal.timeout(call.timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      ...(call.headers && { headers: call.headers }),
      redirect: 'error',
      signal: AbortSignal.any([call.signal, limit]),
    });
    text = response.ok || response.status < 500 ? await readText(response) : '';
  } catch (error) {
    call.signal.throwIfAborted();
    throw new TaskFailure('PORTAL_DOWN', {
      cause: new Error(`${call.operation}: ${limit.aborted ? 'no answer in time' : reasonOf(error)}`),
    });
  }
  if (response.status < 500 && response.status !== 429) return { status: response.status, text };
  await response.body?.cancel().catch(() => {});
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after') ?? undefined, Date.now());
  throw new TaskFailure('PORTAL_DOWN', {
    cause: new Error(`${call.operation}: HTTP ${response.status}`),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > ANSWER_BYTES_MAX) throw new Error('too long an answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The name of a broken connection (ECONNREFUSED and the like). Never a message: it may quote the address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection';
}
