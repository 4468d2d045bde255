import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../page/page.ts';
import { AuthFrame } from './AuthFrame.tsx';
import type { Credentials } from './credentials.ts';
import { DEMO_PASSWORD, demoEmail } from './demo-accounts.ts';
import { SignInForm } from './SignInForm.tsx';

/** Needed only once somebody signs in. */
const loadAuthClient = () => import('./auth-client.ts');

type Problem = 'wrong' | 'tooMany' | 'unreachable';

export function SignInPage() {
  const { t } = useTranslation();
  const page = usePage();
  const router = useRouter();
  const { to, ended } = useSearch({ from: '/sign-in' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function signIn(credentials: Credentials): Promise<void> {
    setBusy(true);
    setProblem(null);
    const problem = await trySignIn(credentials);
    if (problem) {
      setProblem(problem);
      setBusy(false);
      return;
    }
    page.forgetEverything();
    router.history.push(to ?? '/');
  }

  return (
    <AuthFrame title={t('signIn.title')} lead={t('signIn.lead')}>
      <SignInForm
        busy={busy}
        problem={problem && t(`signIn.${problem}`)}
        sessionEnded={ended === true}
        onSignIn={(credentials) => void signIn(credentials)}
        onDemo={
          import.meta.env.DEV
            ? (account) => void signIn({ email: demoEmail(account), password: DEMO_PASSWORD })
            : undefined
        }
      />
      <p className="text-center text-[0.9375rem] text-ink-soft">
        {t('signIn.noAccount')}{' '}
        <Link
          to="/sign-up"
          search={{ to }}
          className="rounded-sm font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('signIn.toSignUp')}
        </Link>
      </p>
    </AuthFrame>
  );
}

async function trySignIn(credentials: Credentials): Promise<Problem | null> {
  try {
    const { authClient } = await loadAuthClient();
    const { error } = await authClient.signIn.email(credentials);
    if (!error) return null;
    if (error.status === 429) return 'tooMany';
    return error.status >= 400 && error.status < 500 ? 'wrong' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
