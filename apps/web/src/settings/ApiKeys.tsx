import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';

export interface ApiKeyRow {
  id: string;
  name: string;
  /** First characters, to recognise it by. */
  start: string | null;
  expiresAt: string | null;
  createdAt: string;
}

/** Days a key may live; `never` is for programs that nobody watches. */
export const KEY_LIFE_DAYS = { never: null, month: 30, year: 365 } as const;
export type KeyLife = keyof typeof KEY_LIFE_DAYS;

export interface ApiKeysProps {
  /** `null`: not read yet. */
  keys: readonly ApiKeyRow[] | null;
  /** Why they could not be read or the last change was refused. */
  problem: string | null;
  creating: boolean;
  /** The key just made: shown once. */
  newKey: string | null;
  nowMs: number;
  onCreate: (name: string, life: KeyLife) => void;
  onNewKeyStored: () => void;
  onRevoke: (id: string) => void;
}

export function ApiKeys(props: ApiKeysProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-5 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-7"
    >
      <div className="grid gap-0.5">
        <h2 id={titleId} className="text-lg font-bold">
          {t('settings.keys')}
        </h2>
        <p className="text-[0.9375rem] text-ink-soft">{t('settings.keysLead')}</p>
      </div>
      {props.problem && (
        <Notice tone="danger" role="alert" title={t('settings.keysError')}>
          {props.problem}
        </Notice>
      )}
      <KeyList {...props} />
      <NewKeyForm {...props} />
      {props.newKey && <NewKeyDialog value={props.newKey} onStored={props.onNewKeyStored} />}
    </section>
  );
}

function KeyList({ keys, problem, nowMs, onRevoke }: ApiKeysProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [asking, setAsking] = useState<ApiKeyRow | null>(null);
  if (keys === null) return problem ? null : <Skeleton className="h-16 w-full rounded-2xl" />;
  if (keys.length === 0)
    return (
      <p className="rounded-2xl bg-sunken p-4 text-[0.9375rem] text-ink-soft">{t('settings.keysEmpty')}</p>
    );
  return (
    <>
      <ul className="grid divide-y divide-line rounded-2xl bg-sunken px-4">
        {keys.map((key) => (
          <li key={key.id} className="flex items-center gap-3 py-3">
            <KeyRound aria-hidden className="size-5 shrink-0 text-ink-soft" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2.5">
                <span className="font-semibold">{key.name}</span>
                {key.start && <code className="text-sm text-ink-soft">{key.start}…</code>}
              </p>
              <p className="flex flex-wrap gap-x-2.5 text-sm text-ink-soft">
                <span>{t('settings.keyCreatedAt', { time: formatDate(key.createdAt, locale) })}</span>
                {key.expiresAt !== null && (
                  <span>
                    {Date.parse(key.expiresAt) <= nowMs
                      ? t('settings.keyExpired')
                      : t('settings.keyExpiresAt', { time: formatDate(key.expiresAt, locale) })}
                  </span>
                )}
              </p>
            </div>
            <Button look="quiet" size="small" className="text-danger" onClick={() => setAsking(key)}>
              {t('settings.keyRevoke')}
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t('settings.keyRevokeTitle')}
        lead={t('settings.keyRevokeLead', { name: asking?.name ?? '' })}
        confirmLabel={t('settings.keyRevoke')}
        keepLabel={t('action.cancel')}
        danger
        onConfirm={() => {
          if (asking) onRevoke(asking.id);
          setAsking(null);
        }}
      />
    </>
  );
}

/** The server's own limit on a key's name. */
const NAME_MAX = 60;

function NewKeyForm({ creating, onCreate }: ApiKeysProps) {
  const { t } = useTranslation();
  const expiryId = useId();
  const [name, setName] = useState('');
  const [life, setLife] = useState<KeyLife>('year');
  const [missing, setMissing] = useState(false);
  return (
    <form
      noValidate
      className="grid gap-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (creating) return;
        setMissing(name.trim() === '');
        if (name.trim() === '') return;
        onCreate(name.trim(), life);
        setName('');
      }}
    >
      <Field label={t('settings.keyName')} error={missing ? t('field.required') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={NAME_MAX}
            autoComplete="off"
            placeholder={t('settings.keyNamePlaceholder')}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="grid gap-2">
        <span id={expiryId} className="text-sm font-semibold">
          {t('settings.keyExpiry')}
        </span>
        <ChoiceGroup
          labelledBy={expiryId}
          choices={[
            { value: 'month', label: t('settings.keyExpiryDays', { days: KEY_LIFE_DAYS.month }) },
            { value: 'year', label: t('settings.keyExpiryDays', { days: KEY_LIFE_DAYS.year }) },
            { value: 'never', label: t('settings.keyExpiryNever') },
          ]}
          value={life}
          onChange={setLife}
        />
      </div>
      <Button type="submit" look="secondary" busy={creating} className="justify-self-start">
        {t(creating ? 'settings.keyCreating' : 'settings.keyCreate')}
      </Button>
    </form>
  );
}
