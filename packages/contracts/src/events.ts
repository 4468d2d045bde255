import { z } from 'zod';
import { ApprovalView } from './approval.ts';
import { DocumentView } from './document.ts';
import { NestId } from './ids.ts';
import { NestView } from './nest.ts';
import { TaskView } from './task-view.ts';
import { IsoTime } from './time.ts';

export const EventType = z.enum([
  'task.accepted',
  'task.started',
  'task.progressed',
  'task.retrying',
  'task.resolved',
  'approval.opened',
  'approval.accepted',
  'approval.interrupted',
  'approval.resolved',
  'approval.reopened',
  'nest.changed',
  'credits.changed',
  'document.stored',
  'snapshot',
]);
export type EventType = z.infer<typeof EventType>;

/** `user:{userId}` or `operators`. */
export const StreamName = z.union([z.templateLiteral(['user:', z.string().min(1)]), z.literal('operators')]);
export type StreamName = z.infer<typeof StreamName>;

const at = { stream: StreamName, at: IsoTime };

/**
 * "Row X is now at version N", with the whole view inside. `seq` is gapless within its stream.
 * One flat shape (CONTRACT §5): readers look at the fields that are there.
 */
export const ChangeEvent = z.object({
  ...at,
  seq: z.number().int().min(1),
  type: EventType.exclude(['snapshot']),
  task: TaskView.optional(),
  approval: ApprovalView.optional(),
  credits: z.object({ balance: z.number().int() }).optional(),
  nestId: NestId.optional(),
  /** nest.changed: the nest as it is now; null when it was removed. */
  nest: NestView.nullable().optional(),
  /** document.stored, and task.resolved of an ocr task. */
  document: DocumentView.optional(),
});
export type ChangeEvent = z.infer<typeof ChangeEvent>;

/** First message of a fresh subscription, or when the last id cannot be resumed. `seq` is where the stream stands. */
export const SnapshotEvent = z.object({
  ...at,
  seq: z.number().int().min(0),
  type: z.literal('snapshot'),
  tasks: z.array(TaskView),
  approvals: z.array(ApprovalView),
  nests: z.array(NestView),
});
export type SnapshotEvent = z.infer<typeof SnapshotEvent>;

export const StreamEvent = z.discriminatedUnion('type', [SnapshotEvent, ChangeEvent]);
export type StreamEvent = z.infer<typeof StreamEvent>;
