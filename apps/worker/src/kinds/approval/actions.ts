import type { CallOutside } from '../../outside/call.ts';
import { TaskFailure } from '../../task-failure.ts';
import { sandboxApply } from './actions/sandbox-apply.ts';
import type { StepActions } from './step-action.ts';

export interface ActionTools {
  /** Null in production: there is no development world. */
  readonly sandboxUrl: string | null;
  readonly call: CallOutside;
}

/** Everything a step of a card can do, on one screen. */
export function stepActions({ sandboxUrl, call }: ActionTools): StepActions {
  const notYet = async () => {
    throw new TaskFailure('STEP_REJECTED', { detail: 'this action is not connected yet' });
  };
  return {
    'sandbox.apply': sandboxApply(sandboxUrl, call),
    'http.post': notYet,
    'documents.issue': notYet,
  };
}
