import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateHost } from '@dungji/contracts';

/** From the address a provider names to where the file really lies: one or two in practice. */
const REDIRECTS_MAX = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Why a file was not to be had. The message is ours and may be shown to operators. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched';
}

/**
 * Opens a file of the public internet for reading. Whoever chose the address must not make us speak to our own network:
 * each redirect is judged like the first address, and a name by the address that is really connected to.
 *
 * @param allowedHosts `URL.host` of those that may be private: the sandbox, outside production
 * @throws NotFetched; the signal's reason when it is aborted
 */
export async function openPublic(
  address: string,
  { allowedHosts, signal }: { readonly allowedHosts: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<http.IncomingMessage> {
  let url = parse(address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const isAllowed = allowedHosts.has(url.host);
    if (!isAllowed && isPrivateHost(url.hostname)) throw new NotFetched('its address is not a public one');
    const response = await get(url, isAllowed ? undefined : publicLookup, signal);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    url = parse(location, url);
  }
  throw new NotFetched('it is passed on too often');
}

function parse(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password)
    throw new NotFetched('its address is no web address');
  return url;
}

function get(
  url: URL,
  lookupBy: LookupFunction | undefined,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    // No shared connections: an address that was judged is the one that is used.
    const asked = request(
      url,
      {
        agent: false,
        signal,
        ...(lookupBy && { lookup: lookupBy }),
        headers: { accept: 'video/*,*/*;q=0.1' },
      },
      resolve,
    );
    asked.on('error', (cause) => {
      if (signal.aborted) reject(signal.reason);
      else reject(cause instanceof NotFetched ? cause : new NotFetched('no connection', { cause }));
    });
    asked.end();
  });
}

/** Resolves a name only to addresses of the public internet. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }).then(
    (found) => {
      const [first] = found;
      if (!first || found.some(({ address }) => isPrivateHost(address)))
        callback(new NotFetched('its name leads to an address that is not public'), '', 0);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    },
    (error: NodeJS.ErrnoException) => callback(error, '', 0),
  );
};
