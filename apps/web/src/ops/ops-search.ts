import {
  TASK_ERROR_CODES,
  type TaskErrorCode,
  type TaskId,
  type TaskKind,
  type TaskStatus,
} from '@dungji/contracts';

export const OPS_TABS = ['overview', 'tasks', 'sweeps', 'audit'] as const;
export type OpsTab = (typeof OPS_TABS)[number];

export interface TaskFilters {
  kind?: TaskKind | undefined;
  status?: TaskStatus | undefined;
  code?: TaskErrorCode | undefined;
  workerId?: string | undefined;
  userId?: string | undefined;
  nestId?: string | undefined;
  inDoubt?: true | undefined;
}

/** What the operators' page shows, in its address: it can be linked, reloaded and left by the back button. */
export interface OpsSearch extends TaskFilters {
  tab?: OpsTab | undefined;
  /** The task whose record is open. */
  task?: TaskId | undefined;
}

// Named again without their schemas, whose library would come with the first script; a missing one does not compile.
const KINDS: Readonly<Record<TaskKind, true>> = {
  issuance: true,
  ocr: true,
  approval: true,
  generation: true,
};
const STATUSES: Readonly<Record<TaskStatus, true>> = {
  PENDING: true,
  PROCESSING: true,
  SUCCESS: true,
  FAILED: true,
};

const keysOf = <T extends string>(table: Readonly<Record<T, true>>) => Object.keys(table) as T[];
const oneOf = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What makes no sense in an address is left out. */
export const readOpsSearch = (search: Record<string, unknown>): OpsSearch => ({
  tab: oneOf(OPS_TABS, search.tab),
  task: text(search.task) as TaskId | undefined,
  kind: oneOf(keysOf(KINDS), search.kind),
  status: oneOf(keysOf(STATUSES), search.status),
  code: oneOf(TASK_ERROR_CODES, search.code),
  workerId: text(search.workerId),
  userId: text(search.userId),
  nestId: text(search.nestId),
  inDoubt: search.inDoubt === true ? true : undefined,
});
