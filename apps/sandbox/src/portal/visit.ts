import type { Request, RequestHandler, Response } from 'express';
import { pause } from '../clock.ts';
import type { Html } from '../html.ts';
import { PORTAL_PATH, type Portal } from './portal.ts';
import type { Session } from './sessions.ts';

const COOKIE = 'dungji-portal-session';

/** Reads one cookie; the portal sets only one. */
export function sessionIdOf(request: Request): string | undefined {
  const pair = (request.headers.cookie ?? '').split(/;\s*/u).find((part) => part.startsWith(`${COOKIE}=`));
  return pair?.slice(COOKIE.length + 1);
}

export function giveCookie(response: Response, sessionId: string): void {
  response.cookie(COOKIE, sessionId, { path: PORTAL_PATH, httpOnly: true, sameSite: 'lax' });
}

export function takeCookie(response: Response): void {
  response.clearCookie(COOKIE, { path: PORTAL_PATH, httpOnly: true, sameSite: 'lax' });
}

export function sendPage(response: Response, page: Html, status = 200): void {
  response.status(status).type('html').send(page.markup);
}

type SessionHandler = (session: Session, request: Request, response: Response) => void | Promise<void>;

/** Lets only visitors with a living session through; others are sent to log in and come back afterwards. */
export function withSession(portal: Portal, handle: SessionHandler): RequestHandler {
  return async (request, response) => {
    const sessionId = sessionIdOf(request);
    const session = portal.sessions.touch(sessionId);
    if (!session) {
      sendToLogin(request, response, sessionId !== undefined);
      return;
    }
    if (await pause(response, session.slowMs)) await handle(session, request, response);
  };
}

export function sendToLogin(request: Request, response: Response, expired: boolean): void {
  if (expired) takeCookie(response);
  const query = new URLSearchParams(expired ? { expired: '1' } : {});
  query.set('next', comeBackTo(request));
  response.redirect(303, `${PORTAL_PATH}/login?${query}`);
}

/** A form can't be posted again by a redirect: come back to the page it stood on. */
function comeBackTo(request: Request): string {
  if (request.method === 'GET') return request.originalUrl;
  const order = /^\/portal\/orders\/[\d-]+(?=\/pay$)/u.exec(request.originalUrl);
  return order?.[0] ?? `${PORTAL_PATH}/`;
}

/** A target after login is followed only inside the portal. */
export function safeNext(next: string | undefined): string {
  const main = `${PORTAL_PATH}/`;
  if (!next?.startsWith(main) || next.includes('\\')) return main;
  const url = new URL(next, 'http://portal.invalid');
  return url.origin === 'http://portal.invalid' && url.pathname.startsWith(main)
    ? `${url.pathname}${url.search}`
    : main;
}
