import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Limits, StepTargetAllowlist } from '@dungji/contracts';
import { z } from 'zod';
import { ClearError } from './clear-error.ts';

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);

const Env = z.object({
  ...Limits.shape,
  DUNGJI_HOME: z.string().optional(),
  WEB_PORT: port(5173),
  API_PORT: port(4000),
  SANDBOX_PORT: port(4100),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().default('dungji'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CHROMIUM_PATH: z.string().optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Hosts that steps of cards may call besides the sandbox. */
  STEP_TARGET_ALLOWLIST: StepTargetAllowlist,
  PATH: z.string().default('/usr/bin:/bin'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The process that started it all (scripts/start.mjs); when it is gone, we stop. */
  DUNGJI_STARTED_BY: z.coerce.number().int().optional(),
  /** Set for stacks of tests: their data need not survive a power cut. */
  DUNGJI_THROWAWAY: z.string().optional(),
  /** Set for stacks that no browser looks at: the page is not served. */
  DUNGJI_WITHOUT_WEB: z.string().optional(),
});

export type Settings = ReturnType<typeof readSettings>;

/**
 * The one reader of the environment in this package. An empty value counts as not set.
 *
 * @throws ClearError: one line that names the variable and what is wrong with it
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Env.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const variable = String(issue?.path[0]);
    // Addresses and keys may hold a password.
    const shown = /URL|ENDPOINT|KEY|SECRET/.test(variable)
      ? variable
      : `${variable}=${present[variable] ?? ''}`;
    throw new ClearError(`${shown} is not usable: ${issue?.message}.`);
  }
  const e = parsed.data;
  const ports = { web: e.WEB_PORT, api: e.API_PORT, sandbox: e.SANDBOX_PORT };
  if (new Set(Object.values(ports)).size < 3) {
    throw new ClearError(
      `WEB_PORT, API_PORT and SANDBOX_PORT must differ, got ${Object.values(ports).join(', ')}.`,
    );
  }
  return {
    /** All variables, for the processes we start. */
    env,
    homePath: e.DUNGJI_HOME ? resolve(ROOT, e.DUNGJI_HOME) : `${ROOT}/.dungji`,
    /** Downloads are shared by all stacks of a checkout. */
    cacheDir: `${ROOT}/.dungji/cache`,
    ports,
    databaseUrl: e.DATABASE_URL,
    redisUrl: e.REDIS_URL,
    s3: s3Settings(e),
    chromiumPath: e.CHROMIUM_PATH,
    publicUrl: e.PUBLIC_URL,
    stepTargets: e.STEP_TARGET_ALLOWLIST,
    searchPath: e.PATH,
    logLevel: e.LOG_LEVEL,
    startedBy: e.DUNGJI_STARTED_BY,
    durable: e.DUNGJI_THROWAWAY === undefined,
    hasWeb: e.DUNGJI_WITHOUT_WEB === undefined,
  };
}

function s3Settings(e: z.infer<typeof Env>) {
  const external = e.S3_ENDPOINT !== undefined;
  if (external && !(e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY)) {
    throw new ClearError('S3_ENDPOINT is set, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.');
  }
  return {
    endpoint: e.S3_ENDPOINT,
    region: e.S3_REGION,
    bucket: e.S3_BUCKET,
    accessKeyId: e.S3_ACCESS_KEY_ID,
    secretAccessKey: e.S3_SECRET_ACCESS_KEY,
  };
}
