import { z } from 'zod';
import { DocumentView } from './document.ts';
import { TaskView } from './task-view.ts';
import { IsoTime } from './time.ts';

export const DocState = z.object({
  task: TaskView.nullable(),
  document: DocumentView.nullable(),
  pendingSince: IsoTime.nullable(),
  timeoutAt: IsoTime.nullable(),
  canIssue: z.boolean(),
  canReissue: z.boolean(),
});
export type DocState = z.infer<typeof DocState>;
