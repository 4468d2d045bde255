import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { AuthFrame } from './AuthFrame.tsx';
import type { NewAccount } from './credentials.ts';
import { SignUpForm } from './SignUpForm.tsx';

type Problem = 'signUp.taken' | 'signUp.failed' | 'signIn.tooMany' | 'signIn.unreachable';

export function SignUpPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const page = usePage();
  const router = useRouter();
  const { to } = useSearch({ from: '/sign-up' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function signUp(account: NewAccount): Promise<void> {
    setBusy(true);
    setProblem(null);
    const problem = await trySignUp({ ...account, locale });
    if (problem) {
      setProblem(problem);
      setBusy(false);
      return;
    }
    page.forgetEverything();
    router.history.push(to ?? '/');
  }

  return (
    <AuthFrame title={t('signUp.title')} lead={t('signUp.lead')}>
      <SignUpForm busy={busy} problem={problem && t(problem)} onSignUp={(account) => void signUp(account)} />
      <p className="text-center text-[0.9375rem] text-ink-soft">
        {t('signUp.hasAccount')}{' '}
        <Link
          to="/sign-in"
          search={{ to }}
          className="rounded-sm font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('signUp.toSignIn')}
        </Link>
      </p>
    </AuthFrame>
  );
}

async function trySignUp(account: NewAccount & { locale: string }): Promise<Problem | null> {
  try {
    const { authClient } = await import('./auth-client.ts');
    const { error } = await authClient.signUp.email(account);
    if (!error) return null;
    if (error.status === 429) return 'signIn.tooMany';
    if (error.code?.startsWith('USER_ALREADY_EXISTS')) return 'signUp.taken';
    return error.status >= 500 || error.status === 0 ? 'signIn.unreachable' : 'signUp.failed';
  } catch {
    return 'signIn.unreachable';
  }
}
