import { TaskId } from '@dungji/contracts';

/** What the address of the studio may name: the video to be brought into sight. */
export interface StudioSearch {
  task?: TaskId | undefined;
}

export const readStudioSearch = (search: Record<string, unknown>): StudioSearch => ({
  task: TaskId.safeParse(search.task).data,
});
