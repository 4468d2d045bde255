import { limitsShape, StepTargetAllowlist } from '@dungji/contracts';
import { z } from 'zod';

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || host.startsWith('127.');
const httpUrl = z.url({ protocol: /^https?$/ });
const port = z.coerce.number().int().min(0).max(65_535);
const perMinute = (defaultCount: number) =>
  z.coerce.number().int().min(1).max(1_000_000).default(defaultCount);
/** An empty variable is an unset one: `.env` files leave `NAME=` behind. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const Env = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
    LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    API_PORT: port.default(4000),
    /** Address to listen on; loopback unless a deployment says otherwise. */
    API_HOST: z.string().min(1).default('127.0.0.1'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(16),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }),
    REDIS_PREFIX: z.string().min(1).max(60).default('dungji'),
    S3_ENDPOINT: httpUrl,
    S3_PUBLIC_ENDPOINT: optional(httpUrl),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_BUCKET: z.string().min(1),
    S3_ACCESS_KEY_ID: z.string().min(1),
    S3_SECRET_ACCESS_KEY: z.string().min(1),
    /** The origin people type into their browser. */
    PUBLIC_URL: httpUrl,
    WEB_URL: optional(httpUrl),
    API_URL: optional(httpUrl),
    /** Signs sessions and stream positions. 32 characters: below that it can be guessed. */
    AUTH_SECRET: z.string().min(32),
    /** Express' `trust proxy`: without it X-Forwarded-For is not believed, so it cannot dodge the rate limits. */
    TRUST_PROXY: optional(z.string()),
    METRICS_TOKEN: optional(z.string().min(16)),
    /** Outside production the provider of videos is the sandbox, whose pictures may be used. */
    GENERATION_API_URL: optional(httpUrl),
    /** Where the built web lies; served in production when it is there. */
    WEB_DIST: optional(z.string()),
    STEP_TARGET_ALLOWLIST: StepTargetAllowlist,
    RATE_LIMIT_REQUESTS_PER_MINUTE: perMinute(600),
    RATE_LIMIT_SIGN_INS_PER_MINUTE: perMinute(10),
    ...limitsShape,
  })
  .refine(
    (env) =>
      env.NODE_ENV !== 'production' ||
      env.PUBLIC_URL.startsWith('https:') ||
      isLoopback(new URL(env.PUBLIC_URL).hostname),
    {
      path: ['PUBLIC_URL'],
      error: 'must be https in production: sessions would travel in the clear',
    },
  );
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
  throw new EnvError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'invalid'}`);
}

export class EnvError extends Error {
  override readonly name = 'EnvError';
}
