import type { DocType } from '@dungji/client';

/** What the outside world is asked to do to a task. */
export interface Wish {
  /** Tokens of the sandbox, in the address or the prompt. */
  readonly text: string;
  /** It comes to a good end all the same. */
  readonly works: boolean;
}

/** A step of a card; its effect gets a name of its own when the card is opened. */
export interface StepWish extends Wish {
  readonly action: 'sandbox.apply' | 'http.post' | 'documents.issue';
  readonly input: Readonly<Record<string, number | boolean>>;
}

type Weighted<T> = readonly (readonly [weight: number, value: T])[];

const works = (text: string): Wish => ({ text, works: true });
const fails = (text: string): Wish => ({ text, works: false });

export const ISSUANCE_WISHES: Record<DocType, Weighted<Wish>> = {
  REGISTRY: [
    [50, works('')],
    [8, works('[slow=200]')],
    [7, works('[load-fail=1]')],
    [8, works('[pay-then-crash]')],
    [6, works('[pay-slow=3000]')],
    [5, works('[session-expired]')],
    [4, fails('[not-found]')],
    [4, fails('[duplicate-payment]')],
    [3, fails('[empty-pdf]')],
    [3, fails('[load-fail=9]')],
    [2, fails('[hang]')],
  ],
  LEDGER: [
    [70, works('')],
    [10, works('[ledger-violation]')],
    [8, works('[ledger-slow=400]')],
    [6, works('[ledger-error=busy:1]')],
    [6, fails('[ledger-not-found]')],
  ],
};

const step = (action: StepWish['action'], input: StepWish['input'], works = true): StepWish => ({
  text: '',
  action,
  input,
  works,
});

export const CARD_WISHES: Weighted<StepWish> = [
  [40, step('sandbox.apply', {})],
  [12, step('sandbox.apply', { ms: 1_500 })],
  [10, step('sandbox.apply', { failTimes: 1 })],
  // More than one run tries: the card comes back, and works when it is approved again.
  [5, step('sandbox.apply', { failTimes: 4 })],
  [10, step('sandbox.apply', { dropReply: true })],
  [3, step('sandbox.apply', { reject: true }, false)],
  [10, step('http.post', {})],
  [6, step('http.post', { ms: 1_500, later: true })],
  [4, step('documents.issue', {})],
];

export const PROMPTS: Weighted<Wish> = [
  [50, works('[render=500]')],
  [10, works('[render=3000]')],
  [6, works('[no-url-then-url=2000]')],
  [6, works('[query-error=2]')],
  [5, works('[seconds-epoch]')],
  [7, works('[drop-reply]')],
  [6, fails('[fail]')],
  [3, fails('[reject]')],
  [3, fails('[no-url]')],
  [2, fails('[file=missing]')],
  [1, fails('[state=UNHEARD-OF]')],
  [1, fails('[gone]')],
];
