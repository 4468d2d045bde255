import { type ApprovalStep, type StepTargets, targetRefusal, type UserId } from '@dungji/contracts';
import { type Db, issuePlace } from '@dungji/db';
import { Refusal } from '../errors.ts';

/** What steps may reach, from where. */
export interface StepChecks {
  readonly db: Db;
  readonly targets: StepTargets;
  readonly requestedBy: UserId;
}

/** @throws Refusal INVALID_INPUT with every step at fault: what could never run is not put before people */
export async function checkSteps(checks: StepChecks, steps: readonly ApprovalStep[]): Promise<void> {
  const fieldErrors: Record<string, string[]> = {};
  for (const [index, step] of steps.entries()) {
    const fault = await faultOf(checks, step);
    if (fault) fieldErrors[`steps.${index}.${fault.field}`] = [fault.message];
  }
  if (Object.keys(fieldErrors).length > 0) throw new Refusal('INVALID_INPUT', { fieldErrors });
}

async function faultOf(
  { db, targets, requestedBy }: StepChecks,
  step: ApprovalStep,
): Promise<{ readonly field: string; readonly message: string } | null> {
  switch (step.action) {
    case 'sandbox.apply':
      return targets.isProduction ? { field: 'action', message: 'is for development only' } : null;
    case 'http.post': {
      const message = targetRefusal(step.input.url, targets);
      return message === null ? null : { field: 'input.url', message };
    }
    case 'documents.issue': {
      const owner = await issuePlace(db, { nestId: step.input.nestId, requestedBy });
      return owner === null ? { field: 'input.nestId', message: 'there is no such nest' } : null;
    }
  }
}
