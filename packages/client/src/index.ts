export type {
  Accepted,
  ActiveTask,
  ChangeEvent,
  DocType,
  DocumentView,
  ErrorData,
  EventType,
  NestView,
  ReasonCode,
  SnapshotEvent,
  StepView,
  StreamEvent,
  TaskErrorCode,
  TaskKind,
  TaskStatus,
  TaskView,
} from '@dungji/contracts';
export { createDungjiClient, type DungjiClientOptions } from './create-client.ts';
export type {
  AcceptedTask,
  ApiKey,
  CallOptions,
  DungjiClient,
  Page,
  Person,
  SweepCounts,
} from './dungji-client.ts';
export { DungjiError, type DungjiReason, TaskWaitTimeoutError } from './dungji-error.ts';
export { openStream } from './open-stream.ts';
export type { SettledTask, TaskIdOf, TaskResults } from './settled-task.ts';
export type {
  OpenStream,
  OpenStreamOptions,
  PageSignal,
  StreamEnvironment,
  StreamState,
  StreamStatus,
} from './stream-types.ts';
export type { WaitOptions } from './task-waits.ts';
export type { PolledEvent, WatchEvent, WatchOptions } from './watch.ts';
