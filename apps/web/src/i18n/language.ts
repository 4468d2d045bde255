import type { Locale } from '@dungji/contracts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readChoice, storeChoice } from '../ui/stored-choice.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

const STORED_UNDER = 'dungji.locale';
const LOCALES: readonly Locale[] = ['ko', 'en'];

/** What the person chose on this device, if anything. */
export const chosenLocale = (): Locale | null => readChoice(STORED_UNDER, LOCALES);

/** Both languages are in the first script: together they are smaller than the extra round trip is slow. */
export async function startLanguage(locale: Locale): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { ko: { translation: ko }, en: { translation: en } },
    lng: locale,
    fallbackLng: 'ko',
    interpolation: { escapeValue: false }, // React escapes.
  });
  followLanguage(locale);
}

/** Shows the page in a language without remembering it (the account's own language). */
export async function showLanguage(locale: Locale): Promise<void> {
  await i18next.changeLanguage(locale);
  followLanguage(locale);
}

/** Shows the page in a language and remembers it on this device. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  storeChoice(STORED_UNDER, locale);
  await showLanguage(locale);
}

function followLanguage(locale: Locale): void {
  document.documentElement.lang = locale;
  document.title = i18next.t('app.name');
}
