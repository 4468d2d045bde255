import { z } from 'zod';

const Env = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(4_100),
  /** Loopback: the sandbox has no secrets and no guards. */
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  /** What the caller of the step target signs with, when it is not the sandbox's own. */
  STEP_SIGNING_SECRET: z
    .string()
    .optional()
    .transform((secret) => (secret === '' ? undefined : secret)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export type Env = z.infer<typeof Env>;

/** Reads the environment; the only place that does. Throws an Error with one line that names what is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const env = Env.safeParse(source);
  if (env.success) return env.data;
  const problems = env.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Bad environment: ${problems.join('; ')}`);
}
