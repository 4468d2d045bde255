import { randomUUID } from 'node:crypto';
import { apiKey } from '@better-auth/api-key';
import { newId } from '@dungji/db';
import { betterAuth } from 'better-auth';
import type { Logger } from 'pino';
import { openAuthPool } from './pool.ts';

const WEEK_SECONDS = 7 * 24 * 3600;
const DAY_SECONDS = 24 * 3600;

export interface AuthOptions {
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly secret: string;
  readonly trustedOrigins: string[];
  readonly logger: Logger;
}

export type Auth = ReturnType<typeof openAuth>;

/**
 * Accounts, sessions and API keys, by better-auth on our own tables (packages/db/src/migrations). It keeps its own small
 * pool: the library speaks SQL by itself, everything else goes through @dungji/db.
 */
export function openAuth(options: AuthOptions) {
  const { logger } = options;
  const pool = openAuthPool(options.databaseUrl, (error) =>
    logger.warn({ err: error }, 'auth connection lost'),
  );

  const auth = betterAuth({
    database: pool,
    baseURL: options.publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: options.trustedOrigins,
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    user: {
      modelName: 'auth_user',
      additionalFields: {
        // Never from outside: a sign-up that names its own role would be an operator.
        role: { type: 'string', required: false, defaultValue: 'member', input: false },
        locale: { type: ['ko', 'en'], required: false, defaultValue: 'ko', input: true },
      },
    },
    session: { modelName: 'auth_session', expiresIn: WEEK_SECONDS, updateAge: DAY_SECONDS },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    advanced: {
      // http/origins.ts guards these routes like all others. The library's own check would also refuse programs (Node's
      // fetch names its mode but no origin), which carry nobody's cookies by accident.
      disableCSRFCheck: true,
      database: { generateId: ({ model }) => (model === 'user' ? newId.user() : randomUUID()) },
      useSecureCookies: options.publicUrl.startsWith('https:'),
    },
    // Ours counts across processes (http/rate-limits.ts).
    rateLimit: { enabled: false },
    plugins: [
      apiKey({
        enableSessionForAPIKeys: true,
        defaultPrefix: 'dgj_',
        maximumNameLength: 60,
        requireName: true,
        // Programs have the same 600 requests a minute as people, and no daily quota.
        rateLimit: { enabled: false },
        keyExpiration: { minExpiresIn: 0, maxExpiresIn: 3_650 },
        schema: { apikey: { modelName: 'auth_apikey' } },
      }),
    ],
    // Its own lines name people (e-mail addresses), so none of them is kept; what went wrong is, without what it quotes.
    logger: { disabled: true },
    // Its refusals stay responses; what is no refusal reaches our own handler (http/auth-routes.ts) instead of the console.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
  });

  return { ...auth, close: () => pool.end() };
}
