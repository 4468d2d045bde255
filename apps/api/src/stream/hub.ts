import type { ChangeEvent, StreamName } from '@dungji/contracts';
import { isOperator } from '@dungji/contracts';
import { type Db, liveCredentials, readStream, readStreams, snapshot, streamPositions } from '@dungji/db';
import type { Viewer } from '../viewer.ts';
import type { Position } from './position.ts';
import { ownStream, StreamReader, streamsOf } from './reader.ts';
import type { Sink } from './sse.ts';

/** Events per query while a reader catches up: a few hundred KB of views in memory at a time. */
const PAGE = 200;
/** Events of each stream per catch-up query; what is beyond is read at once in a further round. */
const CATCH_UP_PAGE = 100;

export interface HubOptions {
  readonly db: Db;
  readonly positions: {
    encode(userId: string, position: Position): string;
    decode(userId: string, id: string): Position | null;
  };
  readonly catchUpMs: number;
  readonly pingMs: number;
  readonly perUserMax: number;
  readonly perProcessMax: number;
  readonly onError: (error: unknown) => void;
}

export type Hub = ReturnType<typeof openHub>;

/**
 * All open streams of this process. Events come by `accept` (from Redis, and from this process' own commits) as hints;
 * what counts is in Postgres: every `catchUpMs` one query finds what no hint brought, and one more whether the sessions,
 * keys and roles behind the streams still stand.
 *
 * A ping is a promise that the reader knows everything up to a moment ago. It is not given while Postgres cannot be
 * asked: the clients then reconnect, hear 503, and say so on the screen instead of showing a stale "live".
 */
export function openHub(options: HubOptions) {
  const { db, positions, onError } = options;
  const readers = new Set<StreamReader>();
  const byStream = new Map<StreamName, Set<StreamReader>>();
  const perUser = new Map<string, number>();
  /** Three missed rounds are trouble, one is a slow query. */
  const freshForMs = Math.max(3 * options.catchUpMs, options.pingMs);
  let caughtUpAtMs = Date.now();
  let running: Promise<void> | null = null;
  let again = false;
  let isStopped = false;

  function join(reader: StreamReader): void {
    const { userId } = reader.viewer;
    readers.add(reader);
    perUser.set(userId, (perUser.get(userId) ?? 0) + 1);
    for (const stream of streamsOf(reader.viewer)) {
      const members = byStream.get(stream) ?? new Set();
      byStream.set(stream, members.add(reader));
    }
  }

  function leave(reader: StreamReader): void {
    if (!readers.delete(reader)) return;
    const { userId } = reader.viewer;
    const rest = (perUser.get(userId) ?? 1) - 1;
    if (rest > 0) perUser.set(userId, rest);
    else perUser.delete(userId);
    for (const stream of streamsOf(reader.viewer)) {
      const members = byStream.get(stream);
      members?.delete(reader);
      if (members?.size === 0) byStream.delete(stream);
    }
  }

  function accept(events: readonly ChangeEvent[]): void {
    let isMissing = false;
    for (const event of events) {
      const members = byStream.get(event.stream);
      if (!members) continue;
      const frame = { event, json: JSON.stringify(event) };
      for (const reader of members) isMissing = reader.offer(frame) || isMissing;
    }
    if (isMissing) void catchUp();
  }

  /** Brings every live reader up to Postgres. Calls while one runs are answered by one further round. */
  function catchUp(): Promise<void> {
    again = running !== null;
    running ??= (async () => {
      try {
        do {
          again = false;
          await readMissed();
        } while (again);
        caughtUpAtMs = Date.now();
      } catch (error) {
        onError(error);
      } finally {
        running = null;
      }
    })();
    return running;
  }

  async function readMissed(): Promise<void> {
    const asked = [...readers].filter((reader) => reader.isLive);
    const wasAsked = new Set(asked);
    const after = new Map<StreamName, number>();
    for (const reader of asked) {
      for (const stream of streamsOf(reader.viewer)) {
        after.set(stream, Math.min(after.get(stream) ?? Number.MAX_SAFE_INTEGER, reader.cursor(stream)));
      }
    }
    if (after.size === 0) return;
    const cursors = [...after].map(([stream, seq]) => ({ stream, after: seq }));
    const read = new Map<StreamName, number>();
    for (const event of await readStreams(db, cursors, CATCH_UP_PAGE)) {
      read.set(event.stream, (read.get(event.stream) ?? 0) + 1);
      const frame = { event, json: JSON.stringify(event) };
      for (const reader of byStream.get(event.stream) ?? []) {
        if (!reader.isLive || reader.deliver(frame) !== 'gap') continue;
        // Who was asked for and still has a gap lost events to pruning: only a snapshot helps, and reconnecting brings
        // one. Who went live meanwhile may stand further back, and is asked for in the next round.
        if (wasAsked.has(reader)) reader.sink.cut();
        else again = true;
      }
    }
    if ([...read.values()].some((count) => count === CATCH_UP_PAGE)) again = true;
  }

  /** Ends the streams of sessions that were signed out or expired, keys that were revoked, and roles that changed. */
  async function recheckAccess(): Promise<void> {
    // A stream that opens while the answer is under way was not asked about, and is none of this round's business.
    const asked = [...readers];
    if (asked.length === 0) return;
    const idsOf = (type: Viewer['credential']['type']) => [
      ...new Set(
        asked
          .map(({ viewer }) => viewer.credential)
          .filter((one) => one.type === type)
          .map(({ id }) => id),
      ),
    ];
    const live = await liveCredentials(db, { sessionIds: idsOf('session'), apiKeyIds: idsOf('apiKey') });
    const roleById = new Map(live.map(({ credentialId, role }) => [credentialId, role]));
    for (const { viewer, sink } of asked) {
      const role = roleById.get(viewer.credential.id);
      if (role === undefined || isOperator(role) !== isOperator(viewer.role)) sink.cut();
    }
  }

  /** Nothing is sent before Postgres has answered: until then the stream can still be refused with a status. */
  async function begin(reader: StreamReader, lastEventId: string | null): Promise<void> {
    const { viewer, sink } = reader;
    const position = lastEventId === null ? null : positions.decode(viewer.userId, lastEventId);
    const resumable = position !== null && (await canResume(viewer, position));
    if (resumable) await replay(reader, position);
    else await sendSnapshot(reader);
    if (!sink.isOpen) return;
    if (reader.goLive()) void catchUp();
  }

  async function canResume(viewer: Viewer, position: Position): Promise<boolean> {
    const known = new Map((await streamPositions(db, streamsOf(viewer))).map((at) => [at.stream, at]));
    const reaches = (stream: StreamName, seq: number | null): boolean => {
      if (seq === null) return false;
      const at = known.get(stream);
      return at !== undefined && seq <= at.lastSeq && seq + 1 >= at.firstSeq;
    };
    if (!reaches(ownStream(viewer.userId), position.own)) return false;
    return isOperator(viewer.role) ? reaches('operators', position.operators) : position.operators === null;
  }

  async function replay(reader: StreamReader, position: Position): Promise<void> {
    reader.startAt(ownStream(reader.viewer.userId), position.own);
    if (position.operators !== null) reader.startAt('operators', position.operators);
    for (const stream of streamsOf(reader.viewer)) {
      for (;;) {
        const events = await readStream(db, { stream, after: reader.cursor(stream), limit: PAGE });
        reader.sink.begin();
        // No faster than it is read: a long absence is larger than what a reader may leave unread.
        for (const event of events) {
          reader.deliver({ event, json: JSON.stringify(event) });
          await reader.sink.drained();
          if (!reader.sink.isOpen) return;
        }
        if (events.length < PAGE) break;
      }
    }
  }

  async function sendSnapshot(reader: StreamReader): Promise<void> {
    const { viewer } = reader;
    const snapshots = await snapshot(db, { userId: viewer.userId, operators: isOperator(viewer.role) });
    reader.sink.begin();
    for (const one of snapshots) {
      // Each id counts only what was sent with it and before, so a line that breaks in between starts over.
      reader.startAt(one.stream, one.seq);
      reader.sendAside(JSON.stringify(one));
      await reader.sink.drained();
    }
  }

  const catchingUp = setInterval(() => {
    void catchUp();
    recheckAccess().catch(onError);
  }, options.catchUpMs);
  const pinging = setInterval(() => {
    if (Date.now() - caughtUpAtMs > freshForMs) return;
    for (const { sink } of readers) sink.ping();
  }, options.pingMs);

  return {
    accept,
    catchUp,
    recheckAccess,

    /** Whether one more stream of this user may open. */
    hasRoomFor: (userId: string): boolean =>
      !isStopped && readers.size < options.perProcessMax && (perUser.get(userId) ?? 0) < options.perUserMax,

    /**
     * Opens a stream: everything after `lastEventId`, or a snapshot when that cannot be resumed, then live.
     * Rejects before a byte was sent when Postgres cannot be read; afterwards trouble cuts the connection.
     *
     * @returns the function that takes the stream off again; the caller calls it when the connection closes
     */
    async open(viewer: Viewer, sink: Sink, lastEventId: string | null): Promise<() => void> {
      const reader = new StreamReader(viewer, sink, (position) => positions.encode(viewer.userId, position));
      join(reader);
      try {
        await begin(reader, lastEventId);
      } catch (error) {
        leave(reader);
        if (!sink.hasBegun) throw error;
        onError(error);
        sink.cut();
      }
      return () => leave(reader);
    },

    get size() {
      return readers.size;
    },

    /** Breaks all connections; clients attach to another process. */
    stop(): void {
      isStopped = true;
      clearInterval(catchingUp);
      clearInterval(pinging);
      for (const reader of readers) reader.sink.cut();
    },
  };
}
