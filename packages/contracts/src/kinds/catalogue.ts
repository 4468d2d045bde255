import { approval } from './approval.ts';
import { generation } from './generation.ts';
import { issuance } from './issuance.ts';
import type { KindPolicy } from './kind-policy.ts';
import { ocr } from './ocr.ts';
import type { TaskKind } from './task-kind.ts';

/** Every kind and its policy on one screen. A kind missing here does not compile. */
export const KINDS = { issuance, ocr, approval, generation } as const satisfies Record<TaskKind, KindPolicy>;

/** A kind's queue carries the kind's name; `maintenance` carries the sweep. */
export const QUEUES = ['issuance', 'ocr', 'approval', 'generation', 'maintenance'] as const;
export type QueueName = (typeof QUEUES)[number];
