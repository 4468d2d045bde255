import type { Locale } from '@dungji/contracts';
import { formatKrw } from '../i18n/format.ts';

const WON_IN_DIGITS = /\d{1,3}(?:,\d{3})+원/g;

/** Amounts inside a sentence as people say them: `188,000,000원` → `1억 8,800만원`. English keeps its digits. */
export const spokenAmounts = (text: string, locale: Locale): string =>
  locale === 'ko'
    ? text.replace(WON_IN_DIGITS, (amount) => formatKrw(Number(amount.replace(/\D/g, '')), locale))
    : text;
