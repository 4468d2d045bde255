import { tokensOf } from '../portal/tokens.ts';

/** How the open API answers when it answers wrong; each stands for an answer that was seen in public. */
export const LEDGER_ERRORS = [
  'application',
  'quota',
  'expired',
  'parameter',
  'withdrawn',
  'json',
  'flat',
  'plain',
  'html',
  'busy',
] as const;
export type LedgerError = (typeof LEDGER_ERRORS)[number];

/** What the tokens in a detail address ask of the ledger API. */
export interface LedgerWishes {
  readonly error: LedgerError | null;
  /** So many answers are wrong, then they are right. */
  readonly errorTimes: number;
  readonly badKey: boolean;
  readonly violation: boolean;
  readonly notFound: boolean;
  /** Right answers come as XML, whatever was asked for. */
  readonly xml: boolean;
  readonly slowMs: number;
}

const SLOW_MAX_MS = 30 * 60 * 1000;

/** `[ledger-error]`, `[ledger-error=quota]`, `[ledger-error=html:2]`, `[ledger-slow=MS]` and the like. */
export function readLedgerWishes(text: string): LedgerWishes {
  const tokens = tokensOf(text);
  const [kind = '', times = ''] = (tokens.get('ledger-error') ?? '').split(':');
  return {
    error: tokens.has('ledger-error')
      ? (LEDGER_ERRORS.find((error) => error === kind) ?? 'application')
      : null,
    errorTimes: /^\d{1,4}$/u.test(times) ? Number(times) : Number.POSITIVE_INFINITY,
    badKey: tokens.has('ledger-bad-key'),
    violation: tokens.has('ledger-violation'),
    notFound: tokens.has('ledger-not-found'),
    xml: tokens.has('ledger-xml'),
    slowMs: Math.min(Number(/^\d{1,9}$/u.exec(tokens.get('ledger-slow') ?? '')?.[0] ?? 0), SLOW_MAX_MS),
  };
}
