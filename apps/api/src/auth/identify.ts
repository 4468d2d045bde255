import { Role, UserId } from '@dungji/contracts';
import { APIError } from 'better-auth/api';
import { fromNodeHeaders } from 'better-auth/node';
import type { Request } from 'express';
import type { Viewer } from '../viewer.ts';
import type { Auth } from './auth.ts';

/**
 * How long an answer about a session or key is believed. Within it a request costs no database read; after a sign-out
 * elsewhere, a stolen cookie works no longer than this. Changes made through this process take effect at once.
 */
const BELIEVED_MS = 2_000;
/** Far above the users of one process within that time; bounds the memory a flood of cookies can take. */
const KEPT_MAX = 10_000;

export interface Identity {
  readonly viewer: Viewer | null;
  /** A prolonged session's cookie, for the response that happened to prolong it. */
  readonly setCookies: string[];
}
export type Identify = (req: Request) => Promise<Identity>;

const NOBODY: Identity = { viewer: null, setCookies: [] };

/** Who asks, by API key or session cookie. Rejects when the database cannot tell. */
export function openIdentify(
  auth: Auth,
  now: () => number = Date.now,
): { identify: Identify; forgetAll(): void } {
  const kept = new Map<string, { untilMs: number; identity: Promise<Identity> }>();

  return {
    async identify(req) {
      const credential = credentialOf(req);
      if (credential === null) return NOBODY;
      const known = kept.get(credential);
      if (known && known.untilMs > now()) return { viewer: (await known.identity).viewer, setCookies: [] };
      const identity = readIdentity(auth, req);
      kept.delete(credential);
      kept.set(credential, { untilMs: now() + BELIEVED_MS, identity });
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      // A "no" and a failure are not kept: signing in takes effect at once, and so does the database's return.
      const forget = () => {
        if (kept.get(credential)?.identity === identity) kept.delete(credential);
      };
      identity.then(({ viewer }) => viewer ?? forget(), forget);
      return identity;
    },
    forgetAll: () => kept.clear(),
  };
}

/** What to remember an answer by: everything that better-auth decides by. */
function credentialOf(req: Request): string | null {
  const key = req.get('x-api-key');
  if (key) return `key ${key}`;
  const cookie = req.get('cookie');
  return cookie?.includes('session_token=') ? `cookie ${cookie}` : null;
}

async function readIdentity(auth: Auth, req: Request): Promise<Identity> {
  try {
    const { response, headers } = await auth.api.getSession({
      headers: fromNodeHeaders(req.headers),
      returnHeaders: true,
    });
    if (!response) return NOBODY;
    const { user, session } = response;
    const viewer: Viewer = {
      userId: UserId.parse(user.id),
      email: user.email,
      role: Role.catch('member').parse(user.role),
      locale: user.locale === 'en' ? 'en' : 'ko',
      credential: { type: req.get('x-api-key') ? 'apiKey' : 'session', id: session.id },
    };
    return { viewer, setCookies: headers?.getSetCookie() ?? [] };
  } catch (error) {
    // better-auth says "no" to a bad key with a 4xx, and answers a failing database with a 5xx or the driver's error.
    if (error instanceof APIError && error.statusCode < 500) return NOBODY;
    throw error;
  }
}
