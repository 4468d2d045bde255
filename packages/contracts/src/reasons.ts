import { z } from 'zod';
import { REASONS, type ReasonName } from './reason-table.ts';

export const ReasonCode = z.enum(Object.keys(REASONS) as [ReasonName, ...ReasonName[]]);
export type ReasonCode = ReasonName;

/** `error.data` of every refused call. */
export const ErrorData = z.object({
  code: z.string(),
  httpStatus: z.number().int(),
  path: z.string().nullish(),
  reason: ReasonCode,
  retryable: z.boolean(),
  restorable: z.boolean(),
  requestId: z.string(),
  /** INVALID_INPUT only: field → messages. */
  fieldErrors: z.record(z.string(), z.array(z.string())).optional(),
  /** DISPATCH_FAILED only: the task that failed. */
  taskId: z.string().optional(),
  /** A card's 409: who decided it, by id and by name; null: nobody, it expired. */
  decidedBy: z.string().nullish(),
  decidedByName: z.string().nullish(),
});
export type ErrorData = z.infer<typeof ErrorData>;
