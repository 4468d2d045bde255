export { createDungjiClient, type DungjiClient, type DungjiClientOptions } from './create-client.ts';
export { DungjiError, type DungjiReason, TaskWaitTimeoutError } from './dungji-error.ts';
export { openStream } from './open-stream.ts';
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
