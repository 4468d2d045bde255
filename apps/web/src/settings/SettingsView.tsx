import type { Locale } from '@dungji/contracts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Theme } from '../theme/theme.ts';
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx';
import { LANGUAGES } from './language-choice.ts';

interface SettingsViewProps {
  locale: Locale;
  onLocale: (locale: Locale) => void;
  theme: Theme;
  onTheme: (theme: Theme) => void;
  /** The section of API keys. */
  keys: ReactNode;
}

export function SettingsView({ locale, onLocale, theme, onTheme, keys }: SettingsViewProps) {
  const { t } = useTranslation();
  const languageId = useId();
  const themeId = useId();
  return (
    <div className="mx-auto grid max-w-2xl gap-7">
      <div className="grid gap-1">
        <h1 className="text-[1.75rem] leading-tight font-bold">{t('settings.title')}</h1>
        <p className="text-ink-soft">{t('settings.lead')}</p>
      </div>
      <section
        aria-label={t('settings.display')}
        className="grid gap-6 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-7"
      >
        <div className="grid gap-2.5">
          <h2 id={languageId} className="font-semibold">
            {t('settings.language')}
          </h2>
          <ChoiceGroup labelledBy={languageId} choices={LANGUAGES} value={locale} onChange={onLocale} />
        </div>
        <div className="grid gap-2.5">
          <h2 id={themeId} className="font-semibold">
            {t('settings.theme')}
          </h2>
          <ChoiceGroup
            labelledBy={themeId}
            choices={[
              { value: 'system', label: t('settings.themeSystem') },
              { value: 'light', label: t('settings.themeLight') },
              { value: 'dark', label: t('settings.themeDark') },
            ]}
            value={theme}
            onChange={onTheme}
          />
        </div>
      </section>
      {keys}
    </div>
  );
}
