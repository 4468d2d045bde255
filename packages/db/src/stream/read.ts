import type { ChangeEvent, StreamName } from '@dungji/contracts';
import { type EventRow, toChangeEvent } from '../event/append.ts';
import type { Sql } from '../sql.ts';

/** Where a reader stands: it has everything up to and including `after`. */
export interface StreamCursor {
  readonly stream: StreamName;
  readonly after: number;
}

/** The next events of one stream, in order. Numbers are gapless, so the first one is `after + 1` unless it was pruned. */
export async function readStream(
  sql: Sql,
  { stream, after, limit }: StreamCursor & { readonly limit: number },
): Promise<ChangeEvent[]> {
  const { rows } = await sql.query<EventRow>(
    `SELECT stream, seq, type, iso_time(at) AS at, payload FROM event
     WHERE stream = $1 AND seq > $2::bigint ORDER BY seq LIMIT $3`,
    [stream, after, limit],
  );
  return rows.map(toChangeEvent);
}

/**
 * The same for many streams in one query; at most `limitPerStream` of each, in order within each stream.
 * Streams without news cost one look at their counter.
 *
 * Called by: api (catch-up of all open streams of a process).
 */
export async function readStreams(
  sql: Sql,
  cursors: readonly StreamCursor[],
  limitPerStream: number,
): Promise<ChangeEvent[]> {
  if (cursors.length === 0) return [];
  const { rows } = await sql.query<EventRow>(
    `SELECT news.stream, news.seq, news.type, iso_time(news.at) AS at, news.payload
     FROM unnest($1::text[], $2::bigint[]) AS cursor (name, after)
     JOIN stream ON stream.name = cursor.name AND stream.last_seq > cursor.after
     CROSS JOIN LATERAL (
       SELECT * FROM event
       WHERE event.stream = cursor.name AND event.seq > cursor.after ORDER BY event.seq LIMIT $3
     ) AS news
     ORDER BY news.stream, news.seq`,
    [cursors.map((cursor) => cursor.stream), cursors.map((cursor) => cursor.after), limitPerStream],
  );
  return rows.map(toChangeEvent);
}

export interface StreamPosition {
  readonly stream: StreamName;
  /** The oldest event still kept; `lastSeq + 1` when none is. A reader at `firstSeq - 1` or later misses nothing. */
  readonly firstSeq: number;
  /** 0: nothing ever happened in it. */
  readonly lastSeq: number;
}

/** Where each stream begins and ends. One entry for each name, in the order asked. */
export async function streamPositions(sql: Sql, streams: readonly StreamName[]): Promise<StreamPosition[]> {
  const { rows } = await sql.query<StreamPosition>(
    `SELECT asked.name AS stream,
            coalesce(stream.last_seq, 0) AS "lastSeq",
            coalesce((SELECT min(seq) FROM event WHERE event.stream = asked.name), coalesce(stream.last_seq, 0) + 1) AS "firstSeq"
     FROM unnest($1::text[]) WITH ORDINALITY AS asked (name, place) LEFT JOIN stream ON stream.name = asked.name
     ORDER BY asked.place`,
    [streams],
  );
  return rows;
}
