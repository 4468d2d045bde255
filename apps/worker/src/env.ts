import { hostname } from 'node:os';
import { limitsShape, type QueueName, StepTargetAllowlist } from '@dungji/contracts';
import { z } from 'zod';
import type { RunnableKind } from './kinds/catalogue.ts';

const httpUrl = z.url({ protocol: /^https?$/ });
const ms = (defaultMs: number) => z.coerce.number().int().min(1).max(2_147_483_647).default(defaultMs);
/** An empty variable is an unset one: `.env` files leave `NAME=` behind. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** What this app knows how to do. */
const RUNNABLE_QUEUES: readonly (RunnableKind | 'maintenance')[] = [
  'issuance',
  'ocr',
  'approval',
  'generation',
  'maintenance',
];

/** The account of the development portal; in production the variables must be set. */
const SANDBOX_URL = 'http://127.0.0.1:4100';
/** What the sandbox verifies by. */
const SANDBOX_SIGNING_SECRET = 'dungji-sandbox-step-signing-secret';
const SANDBOX_GENERATION_KEY = 'sandbox-generation-key';
const SANDBOX_ACCOUNT = { user: 'dungji', password: 'dungji-portal' };

/** The one public service; the sandbox has its own beside the ledger. */
const ADDRESS_SERVICE = 'https://business.juso.go.kr/addrlink/addrLinkApi.do';

const Env = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
    LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    /** Unique among the workers that run at the same time: heartbeats carry it. */
    WORKER_ID: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/, 'letters, digits, dot, dash and underscore only')
      .default(`${hostname().replace(/[^A-Za-z0-9._-]/g, '-')}-${process.pid}`),
    WORKER_QUEUES: z
      .string()
      .default('issuance,ocr,approval,generation,maintenance')
      .transform((text, context): QueueName[] => {
        const names = text.split(',').map((name) => name.trim());
        const unknown = names.find((name) => !RUNNABLE_QUEUES.some((queue) => queue === name));
        if (unknown !== undefined) {
          context.addIssue(
            `"${unknown}" is no queue of this worker; there are ${RUNNABLE_QUEUES.join(', ')}`,
          );
        }
        return RUNNABLE_QUEUES.filter((queue) => names.includes(queue));
      }),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }),
    REDIS_PREFIX: z.string().min(1).max(60).default('dungji'),
    S3_ENDPOINT: httpUrl,
    /** The address the provider reaches the storage by, when it differs. */
    S3_PUBLIC_ENDPOINT: optional(httpUrl),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_BUCKET: z.string().min(1),
    S3_ACCESS_KEY_ID: z.string().min(1),
    S3_SECRET_ACCESS_KEY: z.string().min(1),
    /** Playwright's own browser when not set. */
    CHROMIUM_PATH: optional(z.string().min(1)),
    REGISTRY_PORTAL_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')),
    REGISTRY_PORTAL_USER: optional(z.string().min(1)),
    REGISTRY_PORTAL_PASSWORD: optional(z.string().min(1)),
    /** Longest wait for one page of the portal: three attempts and their pauses stay far below the limit of an issuance. */
    REGISTRY_PORTAL_PAGE_TIMEOUT_MS: ms(45_000),
    /** The development world that `sandbox.apply` acts upon. There is none in production. */
    SANDBOX_URL: optional(httpUrl.transform((url) => url.replace(/\/+$/, ''))),
    /** The only hosts that `http.post` steps reach. */
    STEP_TARGET_ALLOWLIST: StepTargetAllowlist,
    /** Signs what is sent there. 32 characters: below that it can be guessed. */
    STEP_SIGNING_SECRET: optional(z.string().min(32)),
    /** The building-ledger service (건축HUB), without the operation. */
    LEDGER_API_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')),
    /** Encoded or not: both forms are handed out, and both work. */
    LEDGER_API_KEY: z.string().min(1),
    /** The public address search, which knows the codes that ledgers are kept under. */
    ADDRESS_API_URL: optional(httpUrl),
    ADDRESS_API_KEY: optional(z.string().min(1)),
    /** The provider of videos; needed where generations are worked on, and by the sweep to settle them. */
    GENERATION_API_URL: optional(httpUrl.transform((url) => url.replace(/\/+$/, ''))),
    GENERATION_API_KEY: optional(z.string().min(1)),
    /** Tests only, and refused in production: the name of a place at which this process kills itself. */
    CRASH_POINT: optional(z.string().min(1)),
    ...limitsShape,
  })
  .transform((env, context) => {
    const isProduction = env.NODE_ENV === 'production';
    const portalUser = env.REGISTRY_PORTAL_USER ?? (isProduction ? undefined : SANDBOX_ACCOUNT.user);
    const portalPassword =
      env.REGISTRY_PORTAL_PASSWORD ?? (isProduction ? undefined : SANDBOX_ACCOUNT.password);
    if (portalUser === undefined || portalPassword === undefined) {
      context.addIssue({
        code: 'custom',
        path: [portalUser === undefined ? 'REGISTRY_PORTAL_USER' : 'REGISTRY_PORTAL_PASSWORD'],
        message: 'must be set in production',
      });
      return z.NEVER;
    }
    const generationKey = env.GENERATION_API_KEY ?? (isProduction ? undefined : SANDBOX_GENERATION_KEY);
    const isGenerating = env.WORKER_QUEUES.includes('generation');
    if (isGenerating && (env.GENERATION_API_URL === undefined || generationKey === undefined)) {
      context.addIssue({
        code: 'custom',
        path: [env.GENERATION_API_URL === undefined ? 'GENERATION_API_URL' : 'GENERATION_API_KEY'],
        message: 'must be set for a worker that takes generations',
      });
    }
    if (isProduction && env.CRASH_POINT !== undefined) {
      context.addIssue({ code: 'custom', path: ['CRASH_POINT'], message: 'must not be set in production' });
    }
    if (isProduction && env.STEP_TARGET_ALLOWLIST.length > 0 && env.STEP_SIGNING_SECRET === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['STEP_SIGNING_SECRET'],
        message: 'must be set in production where STEP_TARGET_ALLOWLIST is',
      });
    }
    if (isProduction && env.SANDBOX_URL !== undefined) {
      context.addIssue({ code: 'custom', path: ['SANDBOX_URL'], message: 'must not be set in production' });
    }
    if (env.HEARTBEAT_TTL_MS <= env.HEARTBEAT_INTERVAL_MS) {
      context.addIssue({
        code: 'custom',
        path: ['HEARTBEAT_TTL_MS'],
        message: 'must be longer than HEARTBEAT_INTERVAL_MS',
      });
    }
    const addressKey = env.ADDRESS_API_KEY ?? (isProduction ? undefined : env.LEDGER_API_KEY);
    if (addressKey === undefined) {
      context.addIssue({ code: 'custom', path: ['ADDRESS_API_KEY'], message: 'must be set in production' });
      return z.NEVER;
    }
    const addressUrl = isProduction ? ADDRESS_SERVICE : `${env.LEDGER_API_URL}/addrlink/addrLinkApi.do`;
    return {
      ...env,
      REGISTRY_PORTAL_USER: portalUser,
      REGISTRY_PORTAL_PASSWORD: portalPassword,
      STEP_SIGNING_SECRET: env.STEP_SIGNING_SECRET ?? (isProduction ? null : SANDBOX_SIGNING_SECRET),
      SANDBOX_URL: isProduction ? null : (env.SANDBOX_URL ?? SANDBOX_URL),
      ADDRESS_API_URL: env.ADDRESS_API_URL ?? addressUrl,
      ADDRESS_API_KEY: addressKey,
      GENERATION_API_KEY: generationKey,
    };
  });
export type Env = z.infer<typeof Env>;

/**
 * Reads the environment; the only reader of it in this app.
 *
 * @throws EnvError whose message names the first bad variable in one line, without its value
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = Env.safeParse(source);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new EnvError(`${issue?.path.join('.') || 'environment'}: ${issue?.message ?? 'invalid'}`);
}

/** Where this process and those it starts put their temporary files from now on: browser profiles, downloads, traces. */
export function useTempFolder(path: string): void {
  process.env.TMPDIR = path;
}

export class EnvError extends Error {
  override readonly name = 'EnvError';
}
