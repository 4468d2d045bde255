import { LATER_EVENTS, type LaterEvent, RISKS, type Risk } from '@dungji/document-samples';

/** What the tokens in an address ask of the portal. */
export interface Wishes {
  readonly slowMs: number;
  readonly loadFailures: number;
  readonly hang: boolean;
  readonly notFound: boolean;
  readonly sessionExpired: boolean;
  readonly duplicatePayment: boolean;
  readonly payThenCrash: boolean;
  readonly paySlowMs: number;
  readonly payLateMs: number;
  readonly emptyPdf: boolean;
  readonly scan: boolean;
  readonly risks: ReadonlySet<Risk>;
  readonly owners: readonly string[];
  /** What has been entered by the time of the second certificate. */
  readonly later: readonly LaterEvent[];
}

/** Longer than any limit of the product, short enough for a forgotten timer to end. */
const DELAY_MAX_MS = 30 * 60 * 1000;
const FAILURES_MAX = 1_000;
/** A register with more owners fills a certificate of dozens of pages. */
const OWNERS_MAX = 50;

const TOKEN = /\[\s*([a-z-]+)\s*(?:=([^\]]*))?\]/giu;

/** Every token of a text: its name, and its value or ''. */
export function tokensOf(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name, value] of text.matchAll(TOKEN))
    values.set((name ?? '').toLowerCase(), (value ?? '').trim());
  return values;
}

/** Reads the tokens of a text. Unknown ones (the ledger's, for instance) are left to others. */
export function readWishes(text: string): Wishes {
  const values = tokensOf(text);
  return {
    slowMs: count(values.get('slow'), DELAY_MAX_MS),
    loadFailures: count(values.get('load-fail'), FAILURES_MAX),
    hang: values.has('hang'),
    notFound: values.has('not-found'),
    sessionExpired: values.has('session-expired'),
    duplicatePayment: values.has('duplicate-payment'),
    payThenCrash: values.has('pay-then-crash'),
    paySlowMs: count(values.get('pay-slow'), DELAY_MAX_MS),
    payLateMs: count(values.get('pay-late'), DELAY_MAX_MS),
    emptyPdf: values.has('empty-pdf'),
    scan: values.has('scan'),
    risks: new Set(
      words(values.get('risk')).flatMap((word) => RISKS.filter((risk) => risk === word.toLowerCase())),
    ),
    later: words(values.get('later')).flatMap((word) =>
      LATER_EVENTS.filter((event) => event === word.toLowerCase()),
    ),
    owners: words(values.get('owner')).slice(0, OWNERS_MAX),
  };
}

/** The text as a person reads it: without tokens. */
export const withoutTokens = (text: string) => text.replace(TOKEN, ' ').replace(/\s+/gu, ' ').trim();

function count(value: string | undefined, max: number): number {
  if (!value || !/^\d{1,9}$/u.test(value)) return 0;
  return Math.min(Number(value), max);
}

const words = (value: string | undefined) =>
  (value ?? '')
    .split(/[,，·]/u)
    .map((word) => word.trim())
    .filter(Boolean);
