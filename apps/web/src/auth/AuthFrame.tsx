import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showLanguageChoice } from '../settings/language-choice.ts';
import { NestMark } from '../ui/NestMark.tsx';

interface AuthFrameProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The quiet page around signing in and signing up. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  const { t, i18n } = useTranslation();
  const other = showLanguageChoice(i18n.language);
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-8 px-5 py-12">
      <header className="flex items-center gap-2.5 text-lg font-bold tracking-tight">
        <NestMark className="size-9" />
        {t('app.name')}
        <button
          type="button"
          lang={other.locale}
          onClick={other.choose}
          className="ml-auto rounded-lg px-2.5 py-1.5 text-sm font-medium text-ink-soft hover:bg-sunken"
        >
          {other.label}
        </button>
      </header>
      <main className="grid gap-7 rounded-[1.75rem] bg-surface p-6 shadow-card ring-1 ring-line sm:p-9">
        <div className="grid gap-1.5">
          <h1 className="text-[1.625rem] leading-tight font-bold">{title}</h1>
          <p className="text-ink-soft">{lead}</p>
        </div>
        {children}
      </main>
      <footer className="text-center text-sm text-ink-soft">{t('app.tagline')}</footer>
    </div>
  );
}
