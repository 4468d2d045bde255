import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ClearError } from '../clear-error.ts';
import { isAlive, isStill, sendSignal } from '../process/processes.ts';
import type { Home } from '../state/home.ts';
import { readJson, writeJson, writtenAtMs } from '../state/json-file.ts';
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
  const keptAtMs = writtenAtMs(keeperFile(home));
  const keepers = () => keeperPids(keeper).filter((pid) => isStill(pid, keptAtMs));
  if (
    keeper &&
    keeper.starterPid !== starterPid &&
    keepers().length > 0 &&
    isStill(keeper.starterPid, keptAtMs)
  ) {
    throw new ClearError(
      `Dungji runs already (process ${keeper.starterPid}) with the state in ${home.path}: stop it, or set DUNGJI_HOME to another directory.`,
    );
  }
  const remaining = () => [...keepers(), ...livingPartPids(home)];
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

/** Every living process of every part and its supervisor. */
export function livingPartPids(home: Home): number[] {
  return readParts(home).flatMap(({ supervisorPid, processes, writtenAtMs }) =>
    [supervisorPid, ...processes.map((one) => one.pid)].filter((pid) => isStill(pid, writtenAtMs)),
  );
}

/** Kills the processes of all parts with all they started in their groups. */
export function killParts(home: Home): void {
  for (const { supervisorPid, processes, writtenAtMs } of readParts(home)) {
    if (isStill(supervisorPid, writtenAtMs)) sendSignal(supervisorPid, 'SIGKILL');
    // A group outlives its leader, and keeps the number from being given again.
    for (const { pid } of processes) {
      if (isStill(pid, writtenAtMs) || !isAlive(pid)) sendSignal(-pid, 'SIGKILL');
    }
  }
}

function keeperPids(keeper: Keeper | null): number[] {
  return keeper ? [keeper.pid, ...(keeper.undertakerPid ? [keeper.undertakerPid] : [])] : [];
}
