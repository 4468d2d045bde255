import { UserId } from '@dungji/contracts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatCredits } from './format-credits.ts';
import { useCreditText } from './use-credit-text.ts';

export interface Grant {
  userId: UserId;
  amount: number;
  note: string;
}

interface GrantFormProps {
  /** The most that can be given at once. */
  amountMax: number;
  granting: boolean;
  /** Why the last grant was refused or is in doubt. */
  problem: string | null;
  /** What was given last, to say so. */
  granted: number | null;
  onGrant: (grant: Grant) => void;
}

/** Gives somebody credits. What was typed stays until it was given, so that asking again asks for the same. */
export function GrantForm({ amountMax, granting, problem, granted, onGrant }: GrantFormProps) {
  const t = useCreditText();
  const { t: common } = useTranslation();
  const titleId = useId();
  const [userId, setUserId] = useState('');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);

  const whom = UserId.safeParse(userId.trim()).data;
  const credits = /^\d{1,9}$/.test(amount) ? Number(amount) : 0;
  const isAmount = credits >= 1 && credits <= amountMax;
  const why = note.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (granting) return;
    setChecked(true);
    if (whom && isAmount && why !== '') onGrant({ userId: whom, amount: credits, note: why });
  }

  return (
    <form
      noValidate
      aria-labelledby={titleId}
      onSubmit={submit}
      className="grid gap-4 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6"
    >
      <div className="grid gap-0.5">
        <h2 id={titleId} className="text-lg font-bold">
          {t('grant.title')}
        </h2>
        <p className="text-[0.9375rem] text-ink-soft">{t('grant.lead')}</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field
          label={t('grant.user')}
          hint={t('grant.userHint')}
          error={checked && !whom ? t('grant.userInvalid') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={userId}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setUserId(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('grant.amount')}
          error={
            checked && !isAmount ? t('grant.amountInvalid', { max: formatCredits(amountMax) }) : undefined
          }
        >
          {(control) => (
            <TextInput
              {...control}
              value={amount}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setAmount(event.target.value.replace(/\D/g, ''))}
              className="text-right tabular-nums"
            />
          )}
        </Field>
      </div>
      <Field
        label={t('grant.note')}
        hint={t('grant.noteHint')}
        error={checked && why === '' ? common('field.required') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            value={note}
            maxLength={1_000}
            autoComplete="off"
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      {problem && (
        <Notice tone="danger" role="alert" title={t('grant.failed')}>
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="secondary" busy={granting}>
          {t(granting ? 'grant.submitting' : 'grant.submit')}
        </Button>
        <p role="status" className="text-[0.9375rem] font-medium text-accent">
          {granted !== null && !granting && t('grant.done', { credits: formatCredits(granted) })}
        </p>
      </div>
    </form>
  );
}
