import type { StreamEvent } from '@dungji/contracts';

/** next: deliver · seen: drop · gap: something before it has not arrived */
export type Place = 'next' | 'seen' | 'gap';

/** Knows how far each stream has been delivered, so that every event is delivered once and none is skipped unnoticed. */
export class EventOrder {
  #delivered = new Map<string, number>();

  placeOf(event: StreamEvent): Place {
    if (event.type === 'snapshot') return 'next';
    const last = this.#delivered.get(event.stream);
    if (last === undefined || event.seq === last + 1) return 'next';
    return event.seq <= last ? 'seen' : 'gap';
  }

  delivered(event: StreamEvent): void {
    // A snapshot starts all over; how far the other streams are is told by their next events.
    if (event.type === 'snapshot') this.#delivered.clear();
    this.#delivered.set(event.stream, event.seq);
  }
}

/**
 * The event in a frame, or null for garbage. It looks only at what the stream itself needs: the server that wrote the
 * event also made the views in it, and a newer one may send types that this version does not know.
 */
export function parseEvent(text: string): StreamEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isStreamEvent(value) ? value : null;
}

function isStreamEvent(value: unknown): value is StreamEvent {
  if (typeof value !== 'object' || value === null) return false;
  if (!('stream' in value && 'seq' in value && 'type' in value)) return false;
  return (
    typeof value.stream === 'string' && typeof value.type === 'string' && Number.isSafeInteger(value.seq)
  );
}
