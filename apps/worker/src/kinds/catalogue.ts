import type { TaskKind } from '@dungji/contracts';
import { type IssuanceTools, issuanceRunner } from './issuance/run.ts';
import type { KindRunner } from './kind-runner.ts';
import { type OcrTools, ocrRunner } from './ocr/run.ts';

/** The kinds whose work this app can do. */
export type RunnableKind = Extract<TaskKind, 'issuance' | 'ocr'>;

/** Every runnable kind on one screen. A kind missing here does not compile. */
export function kindRunners(tools: IssuanceTools & OcrTools): Record<RunnableKind, KindRunner> {
  return {
    issuance: issuanceRunner(tools),
    ocr: ocrRunner(tools),
  };
}
