import { z } from 'zod';
import type { Home } from '../state/home.ts';
import { readJson, writeJson } from '../state/json-file.ts';

const OwnPids = z.object({
  postgres: z.number().int().optional(),
  redis: z.number().int().optional(),
  s3: z.number().int().optional(),
});

const Infra = z.object({
  /** What each app finds in its environment, unless whoever started the stack set it. */
  appEnv: z.record(z.string(), z.string()),
  /** Services we started. */
  pids: OwnPids,
});

/** Our own services; what was given to us has no pid here. Optional ones are absent, never zero. */
export type OwnPids = { postgres?: number; redis?: number; s3?: number };
export interface Infra {
  appEnv: Record<string, string>;
  pids: OwnPids;
}

export function writeInfra(home: Home, infra: Infra): void {
  writeJson(home.infraFile, infra);
}

/** Null before the first start. */
export function readInfra(home: Home): Infra | null {
  const parsed = Infra.safeParse(readJson(home.infraFile));
  if (!parsed.success) return null;
  const { postgres, redis, s3 } = parsed.data.pids;
  return {
    appEnv: parsed.data.appEnv,
    pids: { ...(postgres ? { postgres } : {}), ...(redis ? { redis } : {}), ...(s3 ? { s3 } : {}) },
  };
}
