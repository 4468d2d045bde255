import { lookup } from 'node:dns/promises';
import { isPrivateHost } from '@dungji/contracts';

/** A name that takes longer to find out is taken at its word: it is the provider that will fetch from it. */
const LOOKUP_TIMEOUT_MS = 1_000;

/**
 * Whether the address of a picture leads into the public internet, as far as can be told now.
 *
 * @param allowedHost `URL.host` that may be private all the same: the sandbox, outside production
 */
export async function isPublicPicture(address: string, allowedHost: string | null): Promise<boolean> {
  const url = new URL(address);
  if (url.username || url.password) return false;
  if (allowedHost !== null && sameHost(url.host, allowedHost)) return true;
  if (isPrivateHost(url.hostname)) return false;
  return !(await leadsInside(url.hostname));
}

/** `localhost` and its address are one place. */
const sameHost = (one: string, other: string): boolean => loopback(one) === loopback(other);
const loopback = (host: string): string => host.replace(/^localhost(?=:|$)/i, '127.0.0.1');

/** A name nobody knows leads nowhere. */
async function leadsInside(hostname: string): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<[]>((resolve) => {
    timer = setTimeout(() => resolve([]), LOOKUP_TIMEOUT_MS);
  });
  const found = await Promise.race([lookup(hostname, { all: true }).catch(() => []), limit]);
  clearTimeout(timer);
  return found.some(({ address }) => isPrivateHost(address));
}
