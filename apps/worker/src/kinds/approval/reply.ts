import type { Text } from '@dungji/contracts';
import type { StepOutput } from '@dungji/db';
import { NoAnswerError, type OutsideAnswer, PrivateAddressError } from '../../outside/call.ts';
import { TaskFailure } from '../../task-failure.ts';

/** Kept with the step and shown with the card at every event: enough for a receipt, not for a report. */
const OUTPUT_CHARACTERS_MAX = 4_000;
/** A "no" that time may turn into a "yes": timed out, too early, too many. */
const PASSING = [408, 425, 429];

const PRIVATE_ADDRESS: Text = {
  ko: '주소가 내부망으로 이어져요',
  en: 'the host leads into a private network',
};

/** The answer of a step's target: 2xx is its output. @throws TaskFailure: 5xx may pass, any other "no" will not */
export function judged(answer: OutsideAnswer): StepOutput {
  if (answer.status >= 200 && answer.status < 300) return outputOf(answer);
  throw refusal(answer);
}

/** @throws TaskFailure STEP_FAILED when there is no answer, STEP_REJECTED when there must be none */
export async function answered(call: () => Promise<OutsideAnswer>): Promise<OutsideAnswer> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof PrivateAddressError)
      throw new TaskFailure('STEP_REJECTED', { cause, detail: PRIVATE_ADDRESS });
    if (!(cause instanceof NoAnswerError)) throw cause;
    throw new TaskFailure('STEP_FAILED', { cause, detail: cause.why });
  }
}

/** Why a step's target did not do it. */
function refusal(answer: OutsideAnswer): TaskFailure {
  const { status } = answer;
  const isRedirect = status >= 300 && status < 400;
  const detail: Text = {
    ko: `상대 시스템이 ${status}(으)로 답했어요${isRedirect ? '. 다른 주소로 넘기는 답은 따르지 않아요' : reasonOf(answer)}`,
    en: `the other system answered ${status}${isRedirect ? ': redirects are not followed' : reasonOf(answer)}`,
  };
  const mayPass = status >= 500 || PASSING.includes(status);
  const retryAfterMs = retryAfterMsOf(answer);
  return new TaskFailure(mayPass ? 'STEP_FAILED' : 'STEP_REJECTED', {
    detail,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

function outputOf(answer: OutsideAnswer): StepOutput {
  const { status, text } = answer;
  if (text.length > OUTPUT_CHARACTERS_MAX)
    return { status, text: `${text.slice(0, OUTPUT_CHARACTERS_MAX)}…` };
  const body = jsonOf(text);
  if (body !== undefined) return { status, body };
  return text === '' ? { status } : { status, text };
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `{error}` or `{message}` of a JSON answer, in a length that fits into a sentence. */
function reasonOf({ text }: OutsideAnswer): string {
  const body = jsonOf(text);
  if (typeof body !== 'object' || body === null) return '';
  const reason = 'message' in body ? body.message : 'error' in body ? body.error : undefined;
  return typeof reason === 'string' && reason !== '' ? `: ${reason.slice(0, 200)}` : '';
}

/** Seconds only: a date would need a clock we share. */
export function retryAfterMsOf(answer: OutsideAnswer): number | undefined {
  const seconds = Number(answer.header('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined;
}
