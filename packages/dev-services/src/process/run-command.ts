import { spawn } from 'node:child_process';

export interface CommandResult {
  /** Null when it was killed, by the time limit or otherwise, or could not be started. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface CommandOptions {
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
  cwd?: string;
  account?: { uid: number; gid: number } | undefined;
}

/** Runs a command to its end, with no stdin. Never throws: a command that is missing has code null. */
export function runCommand(command: string, args: string[], o: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: o.env,
      cwd: o.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: o.timeoutMs,
      killSignal: 'SIGKILL',
      ...o.account,
    });
    const result: CommandResult = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      result.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      result.stderr += chunk;
    });
    child.once('error', (error) => resolve({ ...result, stderr: error.message }));
    child.once('close', (code) => resolve({ ...result, code }));
  });
}
