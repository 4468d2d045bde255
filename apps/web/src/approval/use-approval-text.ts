import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { approvalEn } from './texts-en.ts';
import { approvalKo } from './texts-ko.ts';

const NAMESPACE = 'approval';

/** The texts of this page. They come with the page's own script, so they join the others at its first render. */
export function useApprovalText(): TFunction<'approval'> {
  if (!i18next.hasResourceBundle('ko', NAMESPACE)) {
    i18next.addResourceBundle('ko', NAMESPACE, approvalKo);
    i18next.addResourceBundle('en', NAMESPACE, approvalEn);
  }
  return useTranslation(NAMESPACE).t;
}
