import { z } from 'zod';
import { isPrivateHost } from './public-host.ts';

/** `host` or `host:port`, IPv6 in brackets. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** STEP_TARGET_ALLOWLIST: the hosts that steps of cards may call, separated by commas. Without a port: the scheme's own. */
export const StepTargetAllowlist = z
  .string()
  .default('')
  .transform((text, context): string[] => {
    const hosts = text
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== '');
    if (!hosts.every((host) => HOST.test(host)))
      context.addIssue({
        code: 'custom',
        message: 'must be hosts with or without ports, separated by commas',
      });
    return hosts;
  });

export interface StepTargets {
  readonly allowlist: readonly string[];
  readonly isProduction: boolean;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Why no step may call this address; null: it may. Asked when a card is opened and again before each call, because what
 * was allowed then may not be now. A private address is taken only outside production and only when it is listed as
 * itself, as the sandbox is; where a name leads is for the caller to check, with `isPrivateHost` of what it resolves to.
 */
export function targetRefusal(address: string, { allowlist, isProduction }: StepTargets): string | null {
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or a password';
  const hostAndPort = `${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`;
  const isListed = allowlist.some((listed) => listed === url.host || listed === hostAndPort);
  if (!isListed) return 'its host is not among those that steps may call';
  if (!isProduction) return null;
  if (isPrivateHost(url.hostname)) return 'must not lead into a private network';
  return url.protocol === 'https:' ? null : 'must be https';
}
