import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { chooseLanguage } from '../i18n/language.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { chooseTheme, useTheme } from '../theme/theme.ts';
import { ApiKeys, KEY_LIFE_DAYS, type KeyLife } from './ApiKeys.tsx';
import { SettingsView } from './SettingsView.tsx';

const DAY_MS = 86_400_000;

export function SettingsPage() {
  const locale = useLocale();
  const theme = useTheme();
  return (
    <SettingsView
      locale={locale}
      onLocale={(chosen) => void chooseLanguage(chosen)}
      theme={theme}
      onTheme={chooseTheme}
      keys={<OwnApiKeys />}
    />
  );
}

function OwnApiKeys() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { clock, queries } = usePage();
  const [newKey, setNewKey] = useState<string | null>(null);
  const list = trpc.apiKeys.list.useQuery();
  const create = trpc.apiKeys.create.useMutation({
    onSuccess: ({ key }) => {
      setNewKey(key);
      void queries.apiKeys.list.invalidate();
    },
  });
  const revoke = trpc.apiKeys.revoke.useMutation({
    onSuccess: ({ id }) => {
      toast.success(t('settings.keyRevoked'), { id: `revoked-${id}` });
      void queries.apiKeys.list.invalidate();
    },
  });
  const error = create.error ?? revoke.error ?? list.error;

  function createKey(name: string, life: KeyLife): void {
    const days = KEY_LIFE_DAYS[life];
    create.mutate(
      days === null ? { name } : { name, expiresAt: new Date(clock.nowMs() + days * DAY_MS).toISOString() },
    );
  }

  return (
    <ApiKeys
      keys={list.data?.items ?? null}
      problem={error && refusalText(error, locale)}
      creating={create.isPending}
      newKey={newKey}
      nowMs={clock.nowMs()}
      onCreate={createKey}
      onNewKeyStored={() => {
        setNewKey(null);
        create.reset();
      }}
      onRevoke={(id) => revoke.mutate({ id })}
    />
  );
}
