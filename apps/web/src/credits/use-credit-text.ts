import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { creditsEn } from './texts-en.ts';
import { creditsKo } from './texts-ko.ts';

const NAMESPACE = 'credits';

/** The texts of this page. They come with the page's own script, so they join the others at its first render. */
export function useCreditText(): TFunction<'credits'> {
  if (!i18next.hasResourceBundle('ko', NAMESPACE)) {
    i18next.addResourceBundle('ko', NAMESPACE, creditsKo);
    i18next.addResourceBundle('en', NAMESPACE, creditsEn);
  }
  return useTranslation(NAMESPACE).t;
}
