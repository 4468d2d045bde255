import {
  type ApprovalId,
  type DocumentId,
  ID_PREFIXES,
  type NestId,
  type TaskId,
  type UserId,
} from '@dungji/contracts';
import { monotonicFactory } from 'ulid';

// Monotonic: two ids of one process made in the same millisecond still sort in the order they were made.
const ulid = monotonicFactory();

/** The only place where ids are born: kind prefix and a ULID, sortable by time. */
export const newId = {
  task: () => `${ID_PREFIXES.task}_${ulid()}` as TaskId,
  nest: () => `${ID_PREFIXES.nest}_${ulid()}` as NestId,
  document: () => `${ID_PREFIXES.document}_${ulid()}` as DocumentId,
  approval: () => `${ID_PREFIXES.approval}_${ulid()}` as ApprovalId,
  user: () => `${ID_PREFIXES.user}_${ulid()}` as UserId,
  sweepRun: () => `swp_${ulid()}`,
  operatorAction: () => `opa_${ulid()}`,
} as const;
