import type { RequestHandler } from 'express';
import { refuse } from './refuse.ts';

const isLoopback = (hostname: string) => hostname === 'localhost' || hostname === '127.0.0.1';

/**
 * The origins whose pages may change anything: the public one, and the web's and api's own. On loopback both spellings
 * count, since people type either.
 */
export function trustedOrigins(urls: readonly (string | undefined)[]): string[] {
  const origins = new Set<string>();
  for (const text of urls) {
    if (!text) continue;
    const url = new URL(text);
    origins.add(url.origin);
    if (!isLoopback(url.hostname)) continue;
    url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    origins.add(url.origin);
  }
  return [...origins];
}

/**
 * Refuses what a foreign page makes a browser send with its user's cookies: changes, and streams, which would use up the
 * user's share. Browsers name the origin of both; programs that send none carry no user's cookies by accident.
 */
export function refuseForeignOrigins(
  trusted: readonly string[],
  options: { reads: boolean } = { reads: false },
): RequestHandler {
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS';
    const origin = req.get('origin');
    const isForeign =
      origin !== undefined ? !trusted.includes(origin) : req.get('sec-fetch-site') === 'cross-site';
    if (isForeign && (options.reads || !isRead)) refuse(req, res, 'FORBIDDEN');
    else next();
  };
}
