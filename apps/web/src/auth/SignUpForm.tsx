import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { NewAccount } from './credentials.ts';
import { laterResolver } from './later-resolver.ts';
import { PasswordInput } from './PasswordInput.tsx';

const resolver = laterResolver<NewAccount>(async () => (await import('./resolvers.ts')).newAccountResolver);

export interface SignUpFormProps {
  onSignUp: (account: NewAccount) => void;
  busy: boolean;
  problem: string | null;
}

export function SignUpForm({ onSignUp, busy, problem }: SignUpFormProps) {
  const { t } = useTranslation();
  const { register, handleSubmit, formState } = useForm({
    resolver,
    defaultValues: { name: '', email: '', password: '' },
  });
  const { errors } = formState;
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(onSignUp)(event)}>
      <Field
        label={t('signUp.name')}
        error={errors.name && t(errors.name.type === 'too_big' ? 'field.tooLong' : 'field.required')}
      >
        {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
      </Field>
      <Field label={t('signIn.email')} error={errors.email && t('field.email')}>
        {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="username" />}
      </Field>
      <Field
        label={t('signIn.password')}
        hint={t('signUp.passwordHint')}
        error={
          errors.password && t(errors.password.type === 'too_big' ? 'field.tooLong' : 'field.passwordShort')
        }
      >
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      {problem && <Notice tone="danger" role="alert" title={problem} />}
      <Button type="submit" busy={busy} className="h-12 w-full">
        {t(busy ? 'signUp.submitting' : 'signUp.submit')}
      </Button>
    </form>
  );
}
