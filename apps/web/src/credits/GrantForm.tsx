import { UserId } from '@dungji/contracts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '../ui/Button.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatCredits } from './format-credits.ts';
import { useCreditText } from './use-credit-text.ts';

/** Whom an admin means: by the address they sign in with, or by their id. */
const Whom = z.union([
  z.email().transform((email) => ({ email })),
  UserId.transform((userId) => ({ userId })),
]);
export type Whom = z.infer<typeof Whom>;

export type Grant = Whom & { amount: number; note: string };

interface GrantFormProps {
  /** The most that can be given at once. */
  amountMax: number;
  granting: boolean;
  /** Why the last grant was refused or is in doubt. */
  problem: string | null;
  /** What was given last, to say so. */
  granted: { whom: string; amount: number } | null;
  /** Calls back once it was given. */
  onGrant: (grant: Grant, onGiven: () => void) => void;
}

/**
 * Gives somebody credits. What was typed stays until it was given, so that asking again asks for the same; then it is gone,
 * so that a click too many gives nothing.
 */
export function GrantForm({ amountMax, granting, problem, granted, onGrant }: GrantFormProps) {
  const t = useCreditText();
  const { t: common } = useTranslation();
  const titleId = useId();
  const [whom, setWhom] = useState('');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);

  const person = Whom.safeParse(whom.trim()).data;
  const credits = /^\d{1,9}$/.test(amount) ? Number(amount) : 0;
  const isAmount = credits >= 1 && credits <= amountMax;
  const why = note.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (granting) return;
    setChecked(true);
    if (person && isAmount && why !== '') onGrant({ ...person, amount: credits, note: why }, clear);
  }

  function clear(): void {
    setWhom('');
    setAmount('');
    setNote('');
    setChecked(false);
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
          label={t('grant.whom')}
          hint={t('grant.whomHint')}
          error={checked && !person ? t('grant.whomInvalid') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={whom}
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setWhom(event.target.value)}
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
          {granted !== null &&
            !granting &&
            t('grant.done', { whom: granted.whom, credits: formatCredits(granted.amount) })}
        </p>
      </div>
    </form>
  );
}
