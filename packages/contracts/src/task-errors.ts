import { z } from 'zod';
import { TASK_ERROR_CODES, type TaskErrorName } from './task-error-table.ts';

export const TaskErrorCode = z.enum(TASK_ERROR_CODES);
export type TaskErrorCode = TaskErrorName;
