import type { TaskId } from '@dungji/contracts';

/** What the address of the studio may name: the video to be brought into sight. */
export interface StudioSearch {
  task?: TaskId | undefined;
}

/** By hand and not by its schema, whose library would come with the first script. */
const isTaskId = (value: unknown): value is TaskId =>
  typeof value === 'string' && /^tsk_[0-9A-HJKMNP-TV-Z]{26}$/.test(value);

export const readStudioSearch = (search: Record<string, unknown>): StudioSearch => ({
  task: isTaskId(search.task) ? search.task : undefined,
});
