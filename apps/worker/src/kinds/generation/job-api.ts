import { z } from 'zod';
import { TaskFailure } from '../../task-failure.ts';
import { MODELS, resultUrlIn } from './models.ts';
import { type Provider, ProviderUnclear, type Report } from './provider.ts';

/** Handing in makes the provider fetch the picture; a question is a look into its database. */
const SUBMIT_TIMEOUT_MS = 20_000;
const ASK_TIMEOUT_MS = 8_000;
/** An answer is a few hundred bytes. */
const ANSWER_BYTES_MAX = 256 * 1024;

const Submitted = z.object({ data: z.object({ taskId: z.string().min(1).max(200) }) });
const Asked = z.object({
  data: z.looseObject({
    state: z.string().min(1).max(200),
    completeTime: z.number().nullish(),
    failCode: z.union([z.string(), z.number()]).nullish(),
  }),
});

/** Its words for a state; any other is unclear. */
const MEANINGS: Readonly<Record<string, Report['means']>> = {
  waiting: 'going on',
  queuing: 'going on',
  generating: 'going on',
  success: 'succeeded',
  fail: 'failed',
};
/** Failures that come from what was asked for, so that asking again helps nobody. */
const REJECTIONS = /reject|invalid|policy|moderation|nsfw|sensitive|unsupported|^4\d\d$/i;

/** These answers say "not taken": the request is wrong, refused for now, or never came to be worked on. */
const CERTAINLY_NOT_TAKEN = new Set([429, 503]);
/** These say that the request itself will never be taken. The others of 4xx are about us: key, money, address. */
const NEVER_TAKEN = new Set([400, 413, 415, 422]);
/** A connection that never was cannot have carried anything. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** The provider over HTTP: create a task, ask for it by its number or by our key. */
export function openJobApi(options: { readonly url: string; readonly key: string }): Provider {
  const call = async (path: string, timeoutMs: number, signal: AbortSignal, init: RequestInit = {}) => {
    const response = await fetch(`${options.url}/v1${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${options.key}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    return { status: response.status, body: await readJson(response), headers: response.headers };
  };

  /** Undefined: the provider knows nothing of it. */
  const question = async <T>(path: string, answer: z.ZodType<T>, signal: AbortSignal): Promise<T | null> => {
    const { status, body } = await call(path, ASK_TIMEOUT_MS, signal).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new ProviderUnclear(`no answer: ${messageOf(cause)}`, { cause });
    });
    if (status === 404) return null;
    if (status !== 200) throw new ProviderUnclear(`it answered ${status}`);
    const parsed = answer.safeParse(body);
    if (!parsed.success) throw new ProviderUnclear('its answer makes no sense', { cause: parsed.error });
    return parsed.data;
  };

  return {
    async submit({ idempotencyKey, imageUrl, prompt, seconds }, signal) {
      const { status, body, headers } = await call('/tasks', SUBMIT_TIMEOUT_MS, signal, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({
          model: MODELS[seconds],
          input: { imageUrl, prompt, durationSeconds: seconds },
        }),
      }).catch((cause: unknown) => {
        throw new TaskFailure('PROVIDER_FAILED', { cause, hadNoEffect: hasNeverConnected(cause) });
      });
      if (NEVER_TAKEN.has(status))
        throw new TaskFailure('PROVIDER_REJECTED', { cause: `it answered ${status}`, hadNoEffect: true });
      const answer = Submitted.safeParse(body);
      if (status !== 200 || !answer.success) {
        const hadNoEffect = CERTAINLY_NOT_TAKEN.has(status) || (status >= 400 && status < 500);
        throw new TaskFailure('PROVIDER_FAILED', {
          cause: `it answered ${status}`,
          hadNoEffect,
          ...retryAfterIn(headers),
        });
      }
      return { providerTaskId: answer.data.data.taskId };
    },

    async findByKey(idempotencyKey, signal) {
      const found = await question(`/tasks?${new URLSearchParams({ idempotencyKey })}`, Submitted, signal);
      return found?.data.taskId ?? null;
    },

    async ask(providerTaskId, signal) {
      const found = await question(`/tasks/${encodeURIComponent(providerTaskId)}`, Asked, signal);
      if (!found) return null;
      const { state, completeTime, failCode } = found.data;
      return {
        said: state,
        means: MEANINGS[state.toLowerCase()] ?? 'unclear',
        completedAtMs: completeTime ?? undefined,
        resultUrl: resultUrlIn(found.data),
        failure: REJECTIONS.test(String(failCode ?? '')) ? 'PROVIDER_REJECTED' : 'PROVIDER_FAILED',
      };
    },
  };
}

/** Undefined: it is no JSON. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > ANSWER_BYTES_MAX) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function hasNeverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && NEVER_CONNECTED.has(String(cause.code));
}

function retryAfterIn(headers: Headers): { retryAfterMs?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {};
}

/** What the network says lies in the cause of `fetch failed`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
