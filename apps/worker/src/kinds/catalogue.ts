import type { TaskKind } from '@dungji/contracts';
import { type ApprovalTools, approvalRunner } from './approval/run.ts';
import { type GenerationTools, generationRunner } from './generation/run.ts';
import { type IssuanceTools, issuanceRunner } from './issuance/run.ts';
import type { KindRunner } from './kind-runner.ts';
import { type OcrTools, ocrRunner } from './ocr/run.ts';

/** The kinds whose work this app can do. */
export type RunnableKind = TaskKind;

/** Every runnable kind on one screen. A kind missing here does not compile. */
export function kindRunners(
  tools: IssuanceTools & OcrTools & ApprovalTools & GenerationTools,
): Record<RunnableKind, KindRunner> {
  return {
    issuance: issuanceRunner(tools),
    ocr: ocrRunner(tools),
    approval: approvalRunner(tools),
    generation: generationRunner(tools),
  };
}
