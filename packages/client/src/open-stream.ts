import type { OpenStream, OpenStreamOptions } from './stream-types.ts';

/** Follows `events.subscribe` and keeps following it; polls while it cannot. One loop per call. */
export function openStream(_options: OpenStreamOptions): OpenStream {
  throw new Error('openStream is not implemented yet');
}
