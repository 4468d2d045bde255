import { z } from 'zod';
import { DocType } from './document.ts';
import { NestId } from './ids.ts';
import { line } from './text.ts';

/** Longer than any limit of a step: such a step is one that hangs. */
const APPLY_MS_MAX = 7_200_000;

/** An effect in the development world, applied once per idempotency key; the rest says how it goes wrong. */
export const SandboxApplyInput = z.strictObject({
  /** Names the effect in the sandbox's record. */
  key: z.string().min(1).max(200).optional(),
  /** How long it takes. */
  ms: z.number().int().min(0).max(APPLY_MS_MAX).optional(),
  /** Fails so often before it works. */
  failTimes: z.number().int().min(0).max(1_000).optional(),
  /** Refuses for good. */
  reject: z.boolean().optional(),
  /** Applies, then cuts the connection. */
  dropReply: z.boolean().optional(),
});
export type SandboxApplyInput = z.infer<typeof SandboxApplyInput>;

/** A signed call to an allow-listed host. */
export const HttpPostInput = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  body: z.json().default({}),
});
export type HttpPostInput = z.infer<typeof HttpPostInput>;

/** Has a document of a nest issued, and waits until that is settled. */
export const DocumentsIssueInput = z.strictObject({ nestId: NestId, docType: DocType });
export type DocumentsIssueInput = z.infer<typeof DocumentsIssueInput>;

/** What a step of a card can do. Each action has one file in apps/worker/src/kinds/approval/actions. */
export const StepActionName = z.enum(['sandbox.apply', 'http.post', 'documents.issue']);
export type StepActionName = z.infer<typeof StepActionName>;

const name = line(200);

/** One step of a card as it is asked for: an action with the input that fits it. */
export const ApprovalStep = z.discriminatedUnion('action', [
  z.strictObject({ name, action: z.literal('sandbox.apply'), input: SandboxApplyInput.default({}) }),
  z.strictObject({ name, action: z.literal('http.post'), input: HttpPostInput }),
  z.strictObject({ name, action: z.literal('documents.issue'), input: DocumentsIssueInput }),
]);
export type ApprovalStep = z.infer<typeof ApprovalStep>;
