import type { Role } from '@dungji/contracts';
import type { Auth } from './auth.ts';

export const DEMO_PASSWORD = 'dungji-demo';

const ACCOUNTS: { email: string; name: string; role: Role }[] = [
  { email: 'tenant@dungji.example', name: '김세입', role: 'member' },
  { email: 'tenant2@dungji.example', name: '이세입', role: 'member' },
  { email: 'operator@dungji.example', name: '박운영', role: 'operator' },
  { email: 'admin@dungji.example', name: '최관리', role: 'admin' },
];

/**
 * Makes the demo accounts that are not there yet. Safe to repeat, also at the same time.
 *
 * @returns the e-mail addresses of the accounts it made
 */
export async function seedDemo(auth: Auth): Promise<string[]> {
  const { internalAdapter, password } = await auth.$context;
  const made: string[] = [];
  for (const { email, name, role } of ACCOUNTS) {
    const known = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
    // A seed that was cut off may have left a user who cannot sign in.
    if (known?.accounts.some(({ providerId }) => providerId === 'credential')) continue;
    const user =
      known?.user ??
      (await internalAdapter.createUser(
        { email, name, role, emailVerified: true },
        { method: 'email-password' },
      ));
    await internalAdapter.linkAccount({
      userId: user.id,
      providerId: 'credential',
      accountId: user.id,
      password: await password.hash(DEMO_PASSWORD),
    });
    made.push(email);
  }
  return made;
}
