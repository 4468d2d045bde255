import type { ApprovalView } from '@dungji/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { acceptedCard, openCard } from '../fixtures/approval-views.ts';
import { refused } from '../fixtures/refused.ts';
import { createDecisions, type Decisions, type Overtaken } from './decisions.ts';
import { isShown, returnReason, unsureCards } from './hidden-cards.ts';

/** A call to the server that the test answers when it wants. */
interface OpenCall {
  call: 'approve' | 'reject' | 'read';
  cardId: string;
  reason: string | undefined;
  answer: (view?: ApprovalView) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

const noAnswer = new TypeError('Failed to fetch');

let calls: OpenCall[];
let timers: { run: () => void; ms: number }[];
let decisions: Decisions;
let newest: ApprovalView;

/** Lets everything that only waits for answered calls go on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
  calls = [];
  timers = [];
  newest = openCard();
  const open =
    (call: OpenCall['call']) =>
    (cardId: string, reason?: string): Promise<ApprovalView> =>
      new Promise((resolve, reject) => {
        calls.push({
          call,
          cardId,
          reason,
          answer: (view = newest) => {
            resolve(view);
            return settled();
          },
          fail: (error) => {
            reject(error);
            return settled();
          },
        });
      });
  decisions = createDecisions(
    { approve: open('approve'), reject: open('reject'), read: open('read'), newest: () => newest },
    (run, ms) => timers.push({ run, ms }),
  );
});

const shown = (card = newest) => isShown(decisions.hidden(), card);
const last = (): OpenCall => {
  const call = calls.at(-1);
  if (!call) throw new Error('nothing was called');
  return call;
};
const names = () => calls.map(({ call }) => call);

it('a click hides the card before anything is answered', () => {
  expect(decisions.decide(openCard(), 'approve')).toBe(true);
  expect(shown()).toBe(false);
  expect(names()).toEqual(['approve']);
});

it('a second click, of either kind, sends nothing', () => {
  decisions.decide(openCard(), 'approve');
  expect(decisions.decide(openCard(), 'approve')).toBe(false);
  expect(decisions.decide(openCard(), 'reject')).toBe(false);
  expect(names()).toEqual(['approve']);
});

it('a rejection carries its reason', () => {
  decisions.decide(openCard(), 'reject', '이번 주는 쉬어요');
  expect(last()).toMatchObject({ call: 'reject', cardId: openCard().id, reason: '이번 주는 쉬어요' });
});

it('once accepted the card is read, so that it shows as running though no event came', async () => {
  decisions.decide(openCard(), 'approve');
  await last().answer();
  expect(names()).toEqual(['approve', 'read']);
  expect(shown()).toBe(false);
});

it('listeners hear of every change', async () => {
  let told = 0;
  const stop = decisions.subscribe(() => {
    told += 1;
  });
  decisions.decide(openCard(), 'approve');
  await last().fail(refused('RATE_LIMITED'));
  expect(told).toBe(2);
  stop();
});

describe('a refusal', () => {
  it('that changed nothing brings the card back with the reason, and it can be clicked again', async () => {
    decisions.decide(openCard(), 'approve');
    await last().fail(refused('DISPATCH_FAILED'));
    expect(shown()).toBe(true);
    expect(returnReason(decisions.hidden(), newest)).toBe('DISPATCH_FAILED');
    expect(decisions.decide(openCard(), 'approve')).toBe(true);
  });

  it('because somebody was faster leaves it away and tells whose decision stands', async () => {
    const overtaken: Overtaken[] = [];
    decisions.onOvertaken((one) => overtaken.push(one));
    decisions.decide(openCard(), 'approve');
    await last().fail(refused('REJECTED_CARD', { decidedBy: 'usr_x', decidedByName: '관리자' }));
    expect(shown()).toBe(false);
    expect(overtaken.map(({ refusal }) => refusal.reason)).toEqual(['REJECTED_CARD']);
    // And the truth is read, so that the lists show it.
    expect(names()).toEqual(['approve', 'read']);
  });
});

describe('an unanswered click', () => {
  beforeEach(async () => {
    decisions.decide(openCard(), 'approve');
    await last().fail(noAnswer);
  });

  it('is asked about at once', () => {
    expect(names()).toEqual(['approve', 'read']);
    expect(shown()).toBe(false);
    expect(unsureCards(decisions.hidden(), () => newest)).toHaveLength(1);
  });

  it('that did not arrive brings the card back', async () => {
    await last().answer(openCard());
    expect(shown()).toBe(true);
    expect(returnReason(decisions.hidden(), newest)).toBe('NO_ANSWER');
  });

  it('that did arrive leaves it away', async () => {
    newest = acceptedCard();
    await last().answer(acceptedCard());
    expect(shown(openCard())).toBe(false);
    expect(unsureCards(decisions.hidden(), () => newest)).toEqual([]);
  });

  it('is asked about again and again until somebody answers', async () => {
    await last().fail(noAnswer);
    expect(timers).toHaveLength(1);
    timers[0]?.run();
    await settled();
    await last().fail(refused('DEPENDENCY_DOWN'));
    expect(timers).toHaveLength(2);
    timers[1]?.run();
    await settled();
    await last().answer(openCard());
    expect(shown()).toBe(true);
    expect(timers).toHaveLength(2);
  });

  it('is not asked about twice at the same time', async () => {
    decisions.askNow();
    decisions.askNow();
    expect(names()).toEqual(['approve', 'read']);
    await last().fail(noAnswer);
    decisions.askNow();
    timers[0]?.run();
    expect(names()).toEqual(['approve', 'read', 'read']);
  });

  it('of a card that is gone stays away', async () => {
    await last().fail(refused('NOT_FOUND'));
    expect(shown()).toBe(false);
    expect(timers).toEqual([]);
  });
});

it('what the last person decided does not concern the next', async () => {
  decisions.decide(openCard(), 'approve');
  const sent = last();
  decisions.clear();
  expect(shown()).toBe(true);
  await sent.fail(refused('RATE_LIMITED'));
  expect(returnReason(decisions.hidden(), newest)).toBeNull();
});
