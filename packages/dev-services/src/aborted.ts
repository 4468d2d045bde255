import { once } from 'node:events';

/** Resolves when the signal is aborted, at once when it was already. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
