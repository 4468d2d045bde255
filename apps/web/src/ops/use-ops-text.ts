import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { opsEn } from './texts-en.ts';
import { opsKo } from './texts-ko.ts';

const NAMESPACE = 'ops';

/** The texts of this page. They come with the page's own script, so they join the others at its first render. */
export function useOpsText(): TFunction<'ops'> {
  if (!i18next.hasResourceBundle('ko', NAMESPACE)) {
    i18next.addResourceBundle('ko', NAMESPACE, opsKo);
    i18next.addResourceBundle('en', NAMESPACE, opsEn);
  }
  return useTranslation(NAMESPACE).t;
}
