import type { RegistryRight } from '@dungji/contracts';

export type Amount =
  | { readonly krw: number }
  | { readonly unread: 'AMOUNT_UNREAD' | 'FOREIGN_CURRENCY' }
  | null;

const LABELS: Partial<Record<RegistryRight, RegExp>> = {
  MORTGAGE: /채권최고액|채권액/,
  JEONSE: /전세금/,
  LEASEHOLD_ORDER: /임차보증금|보증금|전세금/,
  PROVISIONAL_SEIZURE: /청구금액|청구채권액|청구액/,
  INJUNCTION: /청구금액|청구채권액/,
  AUCTION: /청구금액/,
  SEIZURE: /청구금액|체납액/,
};

/** Rights that are worth nothing without their amount. */
const NEEDS_AMOUNT = new Set<RegistryRight>(['MORTGAGE', 'JEONSE', 'LEASEHOLD_ORDER']);

/**
 * The amount of an entry in won, from the words of its last column; `unread` when there should be one and none can be
 * told for certain. null: it carries none.
 */
export function amountOf(right: RegistryRight, words: string, isSet: boolean): Amount {
  const label = LABELS[right];
  const text = words.replace(/\s+/g, '');
  const at = label ? text.search(label) : -1;
  if (!label || at < 0) return isSet && NEEDS_AMOUNT.has(right) ? { unread: 'AMOUNT_UNREAD' } : null;
  const rest = text.slice(at).replace(label, '');
  if (
    /^[:：]?금?(미화|일화|엔화|유로|달러|미합중국|일본국|중국|스위스|영국|독일|홍콩|위안|USD|US\$|\$|EUR|JPY|¥|€)/i.test(
      rest,
    )
  )
    return { unread: 'FOREIGN_CURRENCY' };
  const krw = wonOf(rest);
  return krw === null ? { unread: 'AMOUNT_UNREAD' } : { krw };
}

/** 1,000조: beyond any register, within the integers that JSON keeps exact. */
const KRW_MAX = 1_000_000_000_000_000;

/** `금120,000,000원…`, `금 3억2,000만원…`, `금일억이천만원…` at the beginning of a text without spaces; null when it is none of them. */
export function wonOf(text: string): number | null {
  const match = /^[:：]?금?([\d,.]+|[\d,.일이삼사오육칠팔구십백천만억조영]+)(원정?|정)/.exec(text);
  const digits = match?.[1];
  if (!digits) return null;
  const won = /^[\d,.]+$/.test(digits) ? groupedNumber(digits) : koreanNumber(digits);
  return won !== null && won > 0 && won <= KRW_MAX ? won : null;
}

/** Groups of three, or no groups at all: whatever else was read is not trusted. */
function groupedNumber(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return Number(text.replaceAll(',', ''));
  return null;
}

const DIGITS = '영일이삼사오육칠팔구';
const SMALL: Record<string, number> = { 십: 10, 백: 100, 천: 1000 };
const BIG: Record<string, number> = { 만: 10_000, 억: 100_000_000, 조: 1_000_000_000_000 };

/** `일억이천만`, `3억2,000만` */
function koreanNumber(text: string): number | null {
  let total = 0;
  let group = 0;
  let digit: number | null = null;
  let previousBig = Number.POSITIVE_INFINITY;
  for (const part of text.match(/[\d,.]+|[^\d,.]/g) ?? []) {
    if (/^\d/.test(part)) {
      digit = groupedNumber(part);
      if (digit === null) return null;
    } else if (DIGITS.includes(part)) digit = DIGITS.indexOf(part);
    else if (SMALL[part]) {
      group += (digit ?? 1) * SMALL[part];
      digit = null;
    } else {
      const big = BIG[part];
      if (!big || big >= previousBig) return null;
      total += (group + (digit ?? (group === 0 ? 1 : 0))) * big;
      group = 0;
      digit = null;
      previousBig = big;
    }
  }
  return total + group + (digit ?? 0);
}
