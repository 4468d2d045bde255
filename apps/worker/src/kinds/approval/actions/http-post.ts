import { setTimeout as pause } from 'node:timers/promises';
import { type HttpPostInput, type StepTargets, type Text, targetRefusal } from '@dungji/contracts';
import type { StepOutput } from '@dungji/db';
import type { CallOutside, OutsideAnswer } from '../../../outside/call.ts';
import { TaskFailure } from '../../../task-failure.ts';
import { answered, jsonOf, judged, retryAfterMsOf } from '../reply.ts';
import { signedHeaders } from '../signature.ts';
import type { StepAction } from '../step-action.ts';

export interface HttpPostTools {
  readonly targets: StepTargets;
  /** Shared with the targets; null: there are none. */
  readonly signingSecret: string | null;
  readonly call: CallOutside;
}

/** Whoever needs longer to answer says 202 and where to ask. */
const ANSWER_TIMEOUT_MS = 120_000;
const POLL_TIMEOUT_MS = 30_000;
/** Unless the target says otherwise; bounded, so that a slip of the target does not make a run sleep. */
const POLL_PAUSE_MS = 2_000;
const POLL_PAUSE_MAX_MS = 60_000;
/** A restart of the target takes some seconds; after that the step is tried anew, under the same key. */
const POLL_FAILURES_MAX = 5;

const notAllowed = (refused: string): Text => ({
  ko: '이제 부를 수 없는 주소예요',
  en: `the address ${refused}`,
});
const UNSIGNED: Text = {
  ko: '서명할 비밀값이 정해져 있지 않아요',
  en: 'there is no secret to sign with',
};

type Call = Parameters<StepAction<HttpPostInput>>[0];

/**
 * Calls a system that is not ours: signed, under the step's key, only where the list allows. 2xx is done; 202 says where
 * to ask until it is; a 4xx is a refusal for good, 5xx and silence may pass.
 */
export function httpPost({ targets, signingSecret, call }: HttpPostTools): StepAction<HttpPostInput> {
  return async (run) => {
    const refused = targetRefusal(run.input.url, targets);
    if (refused !== null) throw new TaskFailure('STEP_REJECTED', { detail: notAllowed(refused) });
    if (signingSecret === null) throw new TaskFailure('STEP_REJECTED', { detail: UNSIGNED });
    const send = (method: 'GET' | 'POST', url: string, body: string, timeoutMs: number) =>
      call({
        url,
        method,
        headers: {
          'idempotency-key': run.idempotencyKey,
          ...signedHeaders(signingSecret, body),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body }),
        timeoutMs: Math.min(timeoutMs, run.limitMs),
        signal: run.signal,
      });

    const { url, body } = run.input;
    const answer = await answered(() => send('POST', url, JSON.stringify(body), ANSWER_TIMEOUT_MS));
    if (answer.status === 202) {
      const pollUrl = pollUrlOf(answer, url);
      return poll(run, answer, () => send('GET', pollUrl, '', POLL_TIMEOUT_MS));
    }
    return judged(answer);
  };
}

/** Where to ask: Location, or `pollUrl` in the body. Only where the step itself was sent: the list allowed no other place. */
function pollUrlOf(answer: OutsideAnswer, askedUrl: string): string {
  const body = jsonOf(answer.text);
  const named = typeof body === 'object' && body !== null && 'pollUrl' in body ? body.pollUrl : undefined;
  const text = answer.header('location') ?? (typeof named === 'string' ? named : undefined);
  if (text !== undefined && URL.canParse(text, askedUrl)) {
    const url = new URL(text, askedUrl);
    if (url.origin === new URL(askedUrl).origin) return url.href;
  }
  throw new TaskFailure('STEP_REJECTED', {
    detail: {
      ko: '상대 시스템이 202로 답했지만 어디에 물어볼지 제 주소로 알려 주지 않았어요',
      en: 'the other system answered 202 without an address of its own to ask at',
    },
  });
}

/** Asks until it is done. The step's own time ends it otherwise. */
async function poll(
  { signal }: Call,
  first: OutsideAnswer,
  ask: () => Promise<OutsideAnswer>,
): Promise<StepOutput> {
  let pauseMs = pauseAfter(first);
  for (let failures = 0; ; ) {
    await pause(pauseMs, undefined, { signal });
    try {
      const answer = await answered(ask);
      pauseMs = pauseAfter(answer);
      if (answer.status !== 202) return judged(answer);
      failures = 0;
    } catch (error) {
      failures += 1;
      const mayPass = error instanceof TaskFailure && error.code === 'STEP_FAILED';
      if (!mayPass || failures >= POLL_FAILURES_MAX) throw error;
    }
  }
}

const pauseAfter = (answer: OutsideAnswer): number =>
  Math.min(retryAfterMsOf(answer) ?? POLL_PAUSE_MS, POLL_PAUSE_MAX_MS);
