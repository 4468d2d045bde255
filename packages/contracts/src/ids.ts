import { z } from 'zod';

/** Crockford base-32 of a ULID: 26 characters whose first ten are the creation time, so ids sort by time. */
const ULID = '[0-9A-HJKMNP-TV-Z]{26}';

const prefixedId = <Prefix extends string>(prefix: Prefix) =>
  z.string().regex(new RegExp(`^${prefix}_${ULID}$`));

export const TaskId = prefixedId('tsk').brand<'TaskId'>();
export const NestId = prefixedId('nst').brand<'NestId'>();
export const DocumentId = prefixedId('doc').brand<'DocumentId'>();
export const ApprovalId = prefixedId('apv').brand<'ApprovalId'>();
export const UserId = prefixedId('usr').brand<'UserId'>();

export type TaskId = z.infer<typeof TaskId>;
export type NestId = z.infer<typeof NestId>;
export type DocumentId = z.infer<typeof DocumentId>;
export type ApprovalId = z.infer<typeof ApprovalId>;
export type UserId = z.infer<typeof UserId>;

export const ID_PREFIXES = {
  task: 'tsk',
  nest: 'nst',
  document: 'doc',
  approval: 'apv',
  user: 'usr',
} as const;
