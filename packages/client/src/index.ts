export { openStream } from './open-stream.ts';
export type {
  OpenStream,
  OpenStreamOptions,
  PageSignal,
  StreamEnvironment,
  StreamState,
  StreamStatus,
} from './stream-types.ts';
