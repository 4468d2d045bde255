import type { SandboxApplyInput } from '@dungji/contracts';
import type { CallOutside } from '../../../outside/call.ts';
import { TaskFailure } from '../../../task-failure.ts';
import { answered, judged } from '../reply.ts';
import type { StepAction } from '../step-action.ts';

/** An effect in the development world. @param sandboxUrl null in production, where there is none */
export function sandboxApply(sandboxUrl: string | null, call: CallOutside): StepAction<SandboxApplyInput> {
  return async ({ input, idempotencyKey, limitMs, signal }) => {
    if (sandboxUrl === null)
      throw new TaskFailure('STEP_REJECTED', {
        detail: { ko: '여기에는 연습 상대가 없어요', en: 'there is no sandbox here' },
      });
    const answer = await answered(() =>
      call({
        url: `${sandboxUrl}/steps/apply`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(input),
        timeoutMs: limitMs,
        signal,
      }),
    );
    return judged(answer);
  };
}
