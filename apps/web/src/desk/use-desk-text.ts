import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { deskEn } from './texts-en.ts';
import { deskKo } from './texts-ko.ts';

const NAMESPACE = 'desk';

/** The texts of the desk; they come with its pages and join the others at the first render. */
export function useDeskText(): TFunction<'desk'> {
  if (!i18next.hasResourceBundle('ko', NAMESPACE)) {
    i18next.addResourceBundle('ko', NAMESPACE, deskKo);
    i18next.addResourceBundle('en', NAMESPACE, deskEn);
  }
  return useTranslation(NAMESPACE).t;
}
