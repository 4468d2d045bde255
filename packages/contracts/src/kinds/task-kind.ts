import { z } from 'zod';

/** The four kinds of long work. Each has one file in this folder and one folder in apps/worker/src/kinds. */
export const TaskKind = z.enum(['issuance', 'ocr', 'approval', 'generation']);
export type TaskKind = z.infer<typeof TaskKind>;
