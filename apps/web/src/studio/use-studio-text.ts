import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { studioEn } from './texts-en.ts';
import { studioKo } from './texts-ko.ts';

const NAMESPACE = 'studio';

/** The texts of this page. They come with the page's own script, so they join the others at its first render. */
export function useStudioText(): TFunction<'studio'> {
  if (!i18next.hasResourceBundle('ko', NAMESPACE)) {
    i18next.addResourceBundle('ko', NAMESPACE, studioKo);
    i18next.addResourceBundle('en', NAMESPACE, studioEn);
  }
  return useTranslation(NAMESPACE).t;
}
