export { type ApproveAnswer, type ApproveCard, approveApproval } from './approval/approve.ts';
export { type BeginStep, beginApprovalStep } from './approval/begin-step.ts';
export { type ExpireCounts, expireOverdueApprovals } from './approval/expire.ts';
export { issuePlace } from './approval/issue-place.ts';
export { type OpenAnswer, type OpenCard, openApproval } from './approval/open.ts';
export { approvalPlan, findApproval, type ListApprovalsQuery, listApprovals } from './approval/read.ts';
export type { TooLate } from './approval/refusal.ts';
export { type RejectAnswer, type RejectCard, rejectApproval } from './approval/reject.ts';
export { type LiveCredential, liveCredentials } from './auth/live-credentials.ts';
export { userByEmail } from './auth/user-by-email.ts';
export { checkLedgers, type LedgerCheck, type LedgersChecked } from './credit/check.ts';
export { type CreditGrant, type GrantAnswer, grantCredits } from './credit/grant.ts';
export { creditBalance, creditLedger } from './credit/read.ts';
export { type Db, inTransaction, type OpenDbOptions, openDb, type Tx } from './db.ts';
export {
  type AnalysedDocument,
  type DocumentAnalysis,
  findAnalyses,
  findEarlierAnalyses,
  saveAnalysis,
} from './document/analysis.ts';
export { readLedgerRecord } from './document/ledger-record.ts';
export {
  type FindOrphanObjects,
  findOrphanObjects,
  forgetObject,
  listArtefacts,
  markObjectStored,
  type ObjectPurpose,
  planObject,
} from './document/object.ts';
export {
  findDocument,
  type ListDocumentsQuery,
  listDocuments,
  newestReading,
  type StoredDocument,
} from './document/read.ts';
export { type DocumentText, readText, saveText } from './document/text.ts';
export {
  completeUpload,
  findUpload,
  OPEN_UPLOADS_MAX,
  type OpenUploadAnswer,
  openUpload,
  rejectUpload,
  type Upload,
} from './document/upload.ts';
export { insertDocument, type NewDocument, ObjectNotStoredError } from './document/write.ts';
export { type HandOver, handOver } from './generation/hand-over.ts';
export {
  type DueGeneration,
  type DueQuery,
  dueGenerations,
  type Finding,
  type Look,
  prolongLook,
  recordLook,
  takeLook,
  type Waiting,
} from './generation/look.ts';
export { listGenerations } from './generation/read.ts';
export {
  failGeneration,
  type GeneratedFile,
  markReady,
  settleGenerated,
} from './generation/settle-generated.ts';
export { newId } from './ids.ts';
export { migrateDown, migrateUp } from './migrate.ts';
export { findNest, type ListNestsQuery, listNests } from './nest/read.ts';
export { type RemoveAnswer, removeNest } from './nest/remove.ts';
export {
  createNest,
  type NestPatch,
  type NestRef,
  type NewNest,
  type UpdateAnswer,
  updateNest,
} from './nest/write.ts';
export {
  type ListActionsQuery,
  listOperatorActions,
  type RecordAction,
  recordAction,
} from './ops/actions.ts';
export { overview } from './ops/overview.ts';
export { findOperatorTask, type OpsTasksQuery, opsTasks } from './ops/tasks.ts';
export { taskTimeline } from './ops/timeline.ts';
export type { QueryAnswer, Sql } from './sql.ts';
export { pruneEvents } from './stream/prune.ts';
export {
  readStream,
  readStreams,
  type StreamCursor,
  type StreamPosition,
  streamPositions,
} from './stream/read.ts';
export { snapshot } from './stream/snapshot.ts';
export {
  type AcceptAnswer,
  type AcceptPaidTask,
  type AcceptTask,
  acceptTask,
  type IdempotencyKey,
  type Unaffordable,
} from './task/accept.ts';
export { type CancelAnswer, type CancelTask, cancelTask } from './task/cancel.ts';
export { type Claim, type ClaimTask, claimTask } from './task/claim.ts';
export { type FailTask, failTask } from './task/fail.ts';
export { type Fence, ownedTasks } from './task/fence.ts';
export { type IssuanceHistory, issuanceHistory } from './task/issuance-history.ts';
export { ordersLeftBehind } from './task/orders.ts';
export { reportProgress } from './task/progress.ts';
export { type MarkQueued, markQueued } from './task/queued.ts';
export {
  findTask,
  type ListTasksQuery,
  listTasks,
  type PageOf,
  taskSteps,
  type Viewer,
} from './task/read.ts';
export {
  type OpenOnceStep,
  type OpenOnceStepsQuery,
  openOnceSteps,
  postponeReconcile,
  recordReconciled,
} from './task/reconcile.ts';
export { type Decision, type ResolveAnswer, resolveOutcome } from './task/resolve.ts';
export { type RetryTask, retryTask } from './task/retry.ts';
export { type Outcome, settleTask } from './task/settle.ts';
export { type Issued, type IssuedDocument, settleIssued } from './task/settle-issued.ts';
export { settleRead } from './task/settle-read.ts';
export {
  clearStep,
  type FinishStep,
  failStep,
  finishStep,
  noteStep,
  type StartStep,
  type StepEntry,
  StepMismatchError,
  type StepMode,
  type StepOutput,
  startStep,
} from './task/step.ts';
export { type SweepCounts, type SweepOverdue, sweepOverdue, sweptByLimits } from './task/sweep-limits.ts';
export {
  clearWorkerMissing,
  findUnqueued,
  type KeysetPage,
  listOwned,
  markWorkerMissing,
  type OwnedTask,
  type TakeTask,
  takeTask,
  type UnqueuedTask,
} from './task/sweep-owners.ts';
export { findSweep, lastSweepAt, recordSweep, sweepHistory, trySweepLock } from './task/sweep-run.ts';
export { DatabaseUnavailableError, isDatabaseDown, violatedConstraint } from './unavailable.ts';
