export type {
  Accepted,
  ActiveTask,
  AnalysisView,
  ApprovalDetail,
  ApprovalStatus,
  ApprovalView,
  ChangeEvent,
  CreditEntryView,
  DocType,
  DocumentView,
  ErrorData,
  EventType,
  Finding,
  GenerationView,
  InsuranceView,
  IssuanceOutlook,
  LedgerView,
  NestView,
  OperatorTask,
  OverviewView,
  ReasonCode,
  RegistryView,
  SnapshotEvent,
  StepView,
  StreamEvent,
  TaskErrorCode,
  TaskKind,
  TaskStatus,
  TaskTimeline,
  TaskView,
  UploadTicket,
} from '@dungji/contracts';
export type { CallOptions, Page } from './calls.ts';
export { createDungjiClient, type DungjiClientOptions } from './create-client.ts';
export type { ApiKey, DungjiClient, Person } from './dungji-client.ts';
export {
  ApprovalWaitTimeoutError,
  DungjiError,
  type DungjiReason,
  TaskWaitTimeoutError,
} from './dungji-error.ts';
export { openStream } from './open-stream.ts';
export type { OperatorCalls, QueueCounts, WorkerBeat } from './operator-calls.ts';
export type { AcceptedTask, SettledTask, TaskIdOf, TaskResults } from './settled-task.ts';
export type {
  OpenStream,
  OpenStreamOptions,
  PageSignal,
  StreamEnvironment,
  StreamState,
  StreamStatus,
} from './stream-types.ts';
export type { UploadedFile, UploadFile } from './upload-file.ts';
export { type StepCall, verifyStepCall } from './verify-step-call.ts';
export type { ApprovalWaitOptions, WaitOptions } from './view-waits.ts';
export type { PolledEvent, WatchEvent, WatchOptions } from './watch.ts';
