import type { Locale } from '@dungji/contracts';
import { chooseLanguage } from '../i18n/language.ts';

/** Each language is named in itself, so that who needs it can read it. */
export const LANGUAGES = [
  { value: 'ko', label: '한국어' },
  { value: 'en', label: 'English' },
] as const satisfies readonly { value: Locale; label: string }[];

/** The way to the language that is not shown now. */
export function showLanguageChoice(current: string): { locale: Locale; label: string; choose: () => void } {
  const other = LANGUAGES.find(({ value }) => value !== current) ?? LANGUAGES[0];
  return { locale: other.value, label: other.label, choose: () => void chooseLanguage(other.value) };
}
