import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { RegistryRecord } from './records.ts';

/** The real portal logs visitors out after a quarter of an hour without a click. */
export const SESSION_IDLE_MS = 15 * 60 * 1000;
/** Far more than a development stack opens in a quarter of an hour; keeps memory bounded. */
const SESSIONS_MAX = 2_000;

export interface Session {
  readonly id: string;
  readonly userId: string;
  seenAt: number;
  /** The last search; records are chosen from it. */
  search: readonly RegistryRecord[];
  /** `[slow=MS]` of the last search. */
  slowMs: number;
}

/** Who is logged in, in order of last use. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  constructor(private readonly now: Clock) {}

  open(userId: string): Session {
    const session = {
      id: randomBytes(18).toString('base64url'),
      userId,
      seenAt: this.now(),
      search: [],
      slowMs: 0,
    };
    this.#sessions.set(session.id, session);
    if (this.#sessions.size > SESSIONS_MAX) {
      const [oldest] = this.#sessions.keys();
      if (oldest !== undefined) this.#sessions.delete(oldest);
    }
    return session;
  }

  /** The session, its idle time starting anew; null when there is none or it was idle for too long. */
  touch(id: string | undefined): Session | null {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (!session) return null;
    this.#sessions.delete(session.id);
    if (this.now() - session.seenAt >= SESSION_IDLE_MS) return null;
    session.seenAt = this.now();
    this.#sessions.set(session.id, session);
    return session;
  }

  end(id: string): void {
    this.#sessions.delete(id);
  }

  clear(): void {
    this.#sessions.clear();
  }
}
