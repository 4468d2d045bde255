import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Home } from '../state/home.ts';
import { readJson, writeJson, writtenAtMs } from '../state/json-file.ts';

export const PartName = z.enum(['api', 'worker', 'sandbox', 'web']);
export type PartName = z.infer<typeof PartName>;

interface PartPlan {
  /** Relative to the app's folder. */
  entry: string;
  /** The processes of the part, by the name their log lines carry. */
  processes: { name: string; env: Record<string, string> }[];
  /** Vite reloads what the page is made of; only its own set-up needs a new process. */
  reloads: 'sources' | 'set-up';
}

export const PARTS: Record<PartName, PartPlan> = {
  api: { entry: 'src/main.ts', processes: [{ name: 'api', env: {} }], reloads: 'sources' },
  worker: {
    entry: 'src/main.ts',
    // Two, so that one may die while the other carries on, and races between them are met in development.
    processes: ['worker-1', 'worker-2'].map((name) => ({ name, env: { WORKER_ID: name } })),
    reloads: 'sources',
  },
  sandbox: { entry: 'src/main.ts', processes: [{ name: 'sandbox', env: {} }], reloads: 'sources' },
  web: { entry: 'dev.ts', processes: [{ name: 'web', env: {} }], reloads: 'set-up' },
};

const PartState = z.object({
  part: PartName,
  supervisorPid: z.number().int(),
  /** Working processes; `ready` once it said so. */
  processes: z.array(z.object({ name: z.string(), pid: z.number().int(), ready: z.boolean() })),
});
/** Written by the part's supervisor at every change, removed when it ends. */
export type PartState = z.infer<typeof PartState>;

const partFile = (home: Home, part: PartName) => join(home.partsDir, `${part}.json`);

export function writePart(home: Home, state: PartState): void {
  writeJson(partFile(home, state.part), state);
}

export function forgetPart(home: Home, part: PartName): void {
  rmSync(partFile(home, part), { force: true });
}

/** The parts that are there, also those an earlier run left behind, and when they said so last. */
export function readParts(home: Home): (PartState & { writtenAtMs: number })[] {
  return readdirSync(home.partsDir)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = join(home.partsDir, name);
      const parsed = PartState.safeParse(readJson(file));
      return parsed.success ? [{ ...parsed.data, writtenAtMs: writtenAtMs(file) }] : [];
    });
}

export function isReady(state: PartState): boolean {
  return (
    state.processes.length === PARTS[state.part].processes.length && state.processes.every((one) => one.ready)
  );
}
