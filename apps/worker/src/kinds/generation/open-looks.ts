import type { Db } from '@dungji/db';
import type { Storage } from '@dungji/storage';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import { openJobApi } from './job-api.ts';
import type { LookTools } from './look.ts';

/** What it takes to look at generations. Null: no provider is configured. */
export function openLooks(
  env: Env,
  tools: { readonly db: Db; readonly storage: Storage; readonly log: Logger },
): LookTools | null {
  const { GENERATION_API_URL: url, GENERATION_API_KEY: key } = env;
  if (url === undefined || key === undefined) return null;
  return {
    ...tools,
    limits: env,
    provider: openJobApi({ url, key }),
    // The sandbox lies on this machine; in production nothing there may be fetched.
    allowedHosts: new Set(env.NODE_ENV === 'production' ? [] : [new URL(url).host]),
  };
}
