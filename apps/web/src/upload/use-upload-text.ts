import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { uploadEn } from './texts-en.ts';
import { uploadKo } from './texts-ko.ts';

const NAMESPACE = 'upload';

/** The texts of uploading; they join the others at the first render that needs them. */
export function useUploadText(): TFunction<'upload'> {
  if (!i18next.hasResourceBundle('ko', NAMESPACE)) {
    i18next.addResourceBundle('ko', NAMESPACE, uploadKo);
    i18next.addResourceBundle('en', NAMESPACE, uploadEn);
  }
  return useTranslation(NAMESPACE).t;
}
