import { findOnPath } from './process/find-on-path.ts';
import { type CommandResult, runCommand } from './process/run-command.ts';
import type { Say } from './progress.ts';

/** What a resolver may know of the machine. Tests give it a search path with programs of their own. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  searchPath: string;
  platform: NodeJS.Platform;
  isRoot: boolean;
  /** Where downloads go. */
  cacheDir: string;
  say: Say;
}

export function find(machine: Machine, ...names: string[]): string | null {
  return findOnPath(names, machine.searchPath);
}

/** Runs a program of the machine's search path; code null when there is none. */
export function run(
  machine: Machine,
  command: string,
  args: string[],
  o: { timeoutMs: number; cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<CommandResult> {
  const program = find(machine, command);
  if (!program) return Promise.resolve({ code: null, stdout: '', stderr: `${command} is not installed` });
  const env = { ...machine.env, PATH: machine.searchPath, DEBIAN_FRONTEND: 'noninteractive', ...o.env };
  return runCommand(program, args, { ...o, env });
}
