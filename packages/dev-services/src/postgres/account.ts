import { dirname } from 'node:path';
import { ClearError } from '../clear-error.ts';
import { runCommand } from '../process/run-command.ts';

/**
 * Who runs Postgres, which refuses to run as root: we ourselves; as root another account, `nobody` by its usual number; or,
 * where root may not change its account (some containers), a user namespace in which we are called something else.
 */
export type Account = { kind: 'self' } | { kind: 'other'; uid: number; gid: number } | { kind: 'namespace' };

const NOBODY = { uid: 65_534, gid: 65_534 };
const UNSHARE = ['unshare', '--user', '--map-user=1000'] as const;

/** @throws ClearError when nobody can run it */
export async function postgresAccount(env: NodeJS.ProcessEnv): Promise<Account> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const asNobody = await runCommand('/bin/sh', ['-c', ':'], {
    env,
    cwd: '/',
    timeoutMs: 5000,
    account: NOBODY,
  });
  if (asNobody.code === 0) return { kind: 'other', ...NOBODY };
  const [unshare, ...flags] = UNSHARE;
  const inNamespace = await runCommand(unshare, [...flags, '/bin/sh', '-c', ':'], {
    env,
    cwd: '/',
    timeoutMs: 5000,
  });
  if (inNamespace.code === 0) return { kind: 'namespace' };
  throw new ClearError(
    'Postgres does not run as root and no other account can be used here: start as an ordinary user, or set DATABASE_URL.',
  );
}

/** The command as this account runs it. */
export function asAccount(account: Account, command: string, args: string[]) {
  if (account.kind === 'namespace') {
    const [unshare, ...flags] = UNSHARE;
    return { command: unshare, args: [...flags, command, ...args], account: undefined };
  }
  const ids = account.kind === 'other' ? { uid: account.uid, gid: account.gid } : undefined;
  return { command, args, account: ids };
}

/** Whether this account can pass the folder and read what is in it. */
export async function canReach(account: Account, folder: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (account.kind !== 'other') return true;
  const { code } = await runCommand('/bin/sh', ['-c', 'test -x "$1" && test -r "$1"', 'sh', folder], {
    env,
    cwd: '/',
    timeoutMs: 5000,
    account,
  });
  return code === 0;
}

/** Whether this account can pass through to the folder's parent. */
export function canPass(account: Account, folder: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return canReach(account, dirname(folder), env);
}
