import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { keepPort } from '../ports.ts';
import type { Home } from './home.ts';
import { readJson, writeJson } from './json-file.ts';

const Ports = z.record(z.string(), z.number().int().min(1).max(65_535)).catch({});
const Secrets = z.object({ authSecret: z.string().min(32), postgresPassword: z.string().min(16) });
export type Secrets = z.infer<typeof Secrets>;

/** The port this service had last time if it is free, else a new one; remembered for next time. */
export async function portFor(home: Home, service: string): Promise<number> {
  const port = await keepPort(rememberedPort(home, service));
  // Read again after the wait: the services start side by side.
  writeJson(home.portsFile, { ...Ports.parse(readJson(home.portsFile)), [service]: port });
  return port;
}

/** The port of last time, where a service that outlived us would still be. */
export function rememberedPort(home: Home, service: string): number | undefined {
  return Ports.parse(readJson(home.portsFile))[service];
}

/** Made once and kept: with a new signing secret everybody would be signed out at every start. */
export function secretsOf(home: Home): Secrets {
  const kept = Secrets.safeParse(readJson(home.secretsFile));
  if (kept.success) return kept.data;
  const made = {
    authSecret: randomBytes(32).toString('hex'),
    postgresPassword: randomBytes(16).toString('hex'),
  };
  writeJson(home.secretsFile, made);
  return made;
}
