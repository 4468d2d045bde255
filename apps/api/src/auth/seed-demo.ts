import { type Role, UserId } from '@dungji/contracts';
import { type Db, grantCredits } from '@dungji/db';
import type { Auth } from './auth.ts';

export const DEMO_PASSWORD = 'dungji-demo';
/** Enough for a few videos of each length. */
const DEMO_CREDITS = 100;

const ACCOUNTS: { email: string; name: string; role: Role; credits?: number }[] = [
  { email: 'tenant@dungji.example', name: '김세입', role: 'member', credits: DEMO_CREDITS },
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

/** Gives the demo accounts what they begin with, once. Safe to repeat; what was spent is not given again. */
export async function seedCredits(auth: Auth, db: Db): Promise<void> {
  const { internalAdapter } = await auth.$context;
  for (const { email, credits } of ACCOUNTS) {
    const known = credits === undefined ? null : await internalAdapter.findUserByEmail(email);
    if (!known || credits === undefined) continue;
    const userId = UserId.parse(known.user.id);
    await grantCredits(db, {
      userId,
      amount: credits,
      note: '체험 크레딧',
      key: `demo-${userId}`,
      grantedBy: null,
    });
  }
}
