import type { Finding, Locale, ReadingDoubt } from '@dungji/contracts';
import { DOUBT_TEXTS } from './doubt-texts.ts';
import type { FoundFact, Param } from './subject.ts';
import { FINDING_TEXTS } from './texts.ts';

/** A finding in words. */
export function wordFinding(found: FoundFact, locale: Locale): Finding {
  const text = FINDING_TEXTS[locale][found.text];
  const fill = (template: string) => fillText(template, found.params, locale);
  return {
    code: found.code,
    severity: found.severity,
    title: fill(text.title),
    detail: fill(text.detail),
    advice: fill(text.advice),
    amountKrw: found.amountKrw,
    evidence: found.evidence,
  };
}

/** A template with its parameters in words. */
export const fillText = (template: string, params: Readonly<Record<string, Param>>, locale: Locale): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => wordParam(params[name], locale));

function wordParam(param: Param | undefined, locale: Locale): string {
  if (param === undefined) return '';
  if (typeof param === 'string') return param;
  if (typeof param === 'number') return param.toLocaleString(locale, { maximumFractionDigits: 4 });
  if ('krw' in param) return wordKrw(param.krw, locale);
  return param.doubts.map((doubt) => DOUBT_TEXTS[doubt as ReadingDoubt][locale]).join(' ');
}

export function wordKrw(krw: number | null, locale: Locale): string {
  if (krw === null) return locale === 'ko' ? '알 수 없음' : 'unknown';
  const digits = krw.toLocaleString(locale);
  return locale === 'ko' ? `${digits}원` : `₩${digits}`;
}
