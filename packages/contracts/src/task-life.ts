import type { ActiveTask, SettledTask, TaskView } from './task-view.ts';

// Without the schemas, so that a page can ask this before their library is there.

export const isActiveTask = (task: TaskView): task is ActiveTask =>
  task.status === 'PENDING' || task.status === 'PROCESSING';
export const isSettledTask = (task: TaskView): task is SettledTask => !isActiveTask(task);
