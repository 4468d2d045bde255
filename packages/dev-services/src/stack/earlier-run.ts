import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ClearError } from '../clear-error.ts';
import { isAlive, sendSignal } from '../process/processes.ts';
import type { Home } from '../state/home.ts';
import { readJson, writeJson } from '../state/json-file.ts';
import { waitUntil } from '../wait-until.ts';
import { forgetPart, PartName, readParts } from './parts.ts';

/** Who keeps this home: infra-up, then infra; the process the stack was started by; and whoever takes it all down. */
const Keeper = z.object({
  pid: z.number().int(),
  starterPid: z.number().int(),
  undertakerPid: z.number().int().optional(),
});
export type Keeper = z.infer<typeof Keeper>;

/** A stack whose starter was killed notices within a second and needs as long as any to stop. */
const WIND_DOWN_MS = 30_000;

const keeperFile = (home: Home) => join(home.path, 'keeper.json');

export function writeKeeper(home: Home, keeper: Keeper): void {
  writeJson(keeperFile(home), keeper);
}

export function readKeeper(home: Home): Keeper | null {
  return Keeper.safeParse(readJson(keeperFile(home))).data ?? null;
}

export function forgetKeeper(home: Home): void {
  rmSync(keeperFile(home), { force: true });
}

/**
 * Makes this home ours and sure that no other stack lives in it: one whose starter was killed is winding down, and waited for; what still runs after
 * that is killed.
 *
 * @throws ClearError when a stack is running as it should
 */
export async function claimHome(home: Home, starterPid: number): Promise<void> {
  const keeper = readKeeper(home);
  if (
    keeper &&
    keeper.starterPid !== starterPid &&
    keeperPids(keeper).some(isAlive) &&
    isAlive(keeper.starterPid)
  ) {
    throw new ClearError(
      `Dungji runs already (process ${keeper.starterPid}) with the state in ${home.path}: stop it, or set DUNGJI_HOME to another directory.`,
    );
  }
  const remaining = () => [...keeperPids(keeper), ...partPids(home)].filter(isAlive);
  await waitUntil(() => remaining().length === 0, {
    timeoutMs: WIND_DOWN_MS,
    what: 'the earlier run to end',
  }).catch(() => {
    killParts(home);
    for (const pid of remaining()) sendSignal(pid, 'SIGKILL');
  });
  for (const part of PartName.options) forgetPart(home, part);
  rmSync(home.servicesFile, { force: true });
  rmSync(home.problemFile, { force: true });
  writeKeeper(home, { pid: process.pid, starterPid });
}

/** Every process of every part and its supervisor. */
export function partPids(home: Home): number[] {
  return readParts(home).flatMap((part) => [part.supervisorPid, ...part.processes.map((one) => one.pid)]);
}

/** Kills the processes of all parts with all they started in their groups. */
export function killParts(home: Home): void {
  for (const part of readParts(home)) {
    sendSignal(part.supervisorPid, 'SIGKILL');
    for (const { pid } of part.processes) sendSignal(-pid, 'SIGKILL');
  }
}

function keeperPids(keeper: Keeper | null): number[] {
  return keeper ? [keeper.pid, ...(keeper.undertakerPid ? [keeper.undertakerPid] : [])] : [];
}
