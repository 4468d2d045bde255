import { z } from 'zod';
import { StoredDocType } from './document.ts';
import { DocumentId, NestId, TaskId } from './ids.ts';
import { TaskKind } from './kinds/task-kind.ts';
import { TaskStatus } from './task-status.ts';

/** Keyset pages: an opaque cursor and at most 100 rows, so no list is unbounded. */
export const Page = {
  cursor: z.string().max(200).optional(),
  /** Sent along by tRPC's infinite queries. Lists are read in one direction only. */
  direction: z.literal('forward').optional(),
  limit: z.number().int().min(1).max(100).default(50),
};

export const ListNests = z.strictObject(Page).default({ limit: 50 });
export const TaskRef = z.strictObject({ taskId: TaskId });
export const DocumentRef = z.strictObject({ documentId: DocumentId });
/** Without a nest: all of one's own, pictures among them. */
export const ListDocuments = z.strictObject({ nestId: NestId.optional(), docType: StoredDocType.optional() });
export const ListTasks = z
  .strictObject({
    kind: TaskKind.optional(),
    status: TaskStatus.optional(),
    nestId: NestId.optional(),
    ...Page,
  })
  .default({ limit: 50 });
export type ListTasks = z.infer<typeof ListTasks>;

/**
 * Any string at all: a malformed, overlong, future or foreign id is answered by a snapshot, never by an error.
 * The body limit bounds its size.
 */
export const Subscribe = z.object({ lastEventId: z.string().nullish() }).default({});

export const Role = z.enum(['member', 'operator', 'admin']);
export type Role = z.infer<typeof Role>;
