import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Credentials } from './credentials.ts';
import { DEMO_ACCOUNTS, type DemoAccount, demoEmail } from './demo-accounts.ts';
import { laterResolver } from './later-resolver.ts';
import { PasswordInput } from './PasswordInput.tsx';

const resolver = laterResolver<Credentials>(async () => (await import('./resolvers.ts')).credentialsResolver);

export interface SignInFormProps {
  onSignIn: (credentials: Credentials) => void;
  /** Missing in production. */
  onDemo?: ((account: DemoAccount) => void) | undefined;
  busy: boolean;
  problem: string | null;
  /** The person was signed in before and the session ended. */
  sessionEnded: boolean;
}

export function SignInForm({ onSignIn, onDemo, busy, problem, sessionEnded }: SignInFormProps) {
  const { t } = useTranslation();
  const demoTitleId = useId();
  const { register, handleSubmit, formState } = useForm({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;
  return (
    <div className="grid gap-7">
      {sessionEnded && !problem && <Notice tone="calm" title={t('signIn.expired')} />}
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(onSignIn)(event)}>
        <Field label={t('signIn.email')} error={errors.email && t('field.email')}>
          {(control) => (
            <TextInput {...control} {...register('email')} type="email" autoComplete="username" />
          )}
        </Field>
        <Field label={t('signIn.password')} error={errors.password && t('field.required')}>
          {(control) => (
            <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
          )}
        </Field>
        {problem && <Notice tone="danger" role="alert" title={problem} />}
        <Button type="submit" busy={busy} className="h-12 w-full">
          {t(busy ? 'signIn.submitting' : 'signIn.submit')}
        </Button>
      </form>
      {onDemo && (
        <section aria-labelledby={demoTitleId} className="grid gap-3 rounded-2xl bg-sunken p-4">
          <div>
            <h2 id={demoTitleId} className="text-sm font-semibold">
              {t('signIn.demoTitle')}
            </h2>
            <p className="text-[0.8125rem] text-ink-soft">{t('signIn.demoLead')}</p>
          </div>
          <div className="grid grid-cols-2 gap-2">
            {DEMO_ACCOUNTS.map((account) => (
              <Button
                key={account}
                look="secondary"
                size="small"
                disabled={busy}
                title={demoEmail(account)}
                onClick={() => onDemo(account)}
              >
                {t(`signIn.demo.${account}`)}
              </Button>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
