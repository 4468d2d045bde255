import { type ApprovalView, ReasonCode } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import {
  acceptedCard,
  appliedCard,
  approvalId,
  expiredCard,
  failedCard,
  openCard,
  rejectedCard,
} from '../fixtures/approval-views.ts';
import {
  type HiddenCards,
  type HiddenCardsEvent,
  isShown,
  NOTHING_HIDDEN,
  reduceHiddenCards,
  returnReason,
  unsureCards,
} from './hidden-cards.ts';
import { refusalMeaning } from './refusal-meaning.ts';

const after = (...events: HiddenCardsEvent[]): HiddenCards =>
  events.reduce(reduceHiddenCards, NOTHING_HIDDEN);
const clicked = (card: ApprovalView, click = 1): HiddenCardsEvent => ({
  type: 'clicked',
  card,
  decision: 'approve',
  click,
});
const cardId = approvalId();
const refused = (reason: ReasonCode, click = 1): HiddenCardsEvent => ({
  type: 'refused',
  cardId,
  click,
  reason,
});
const unanswered = (click = 1): HiddenCardsEvent => ({ type: 'unanswered', cardId, click });
const asked = (found: ApprovalView | null, click = 1): HiddenCardsEvent => ({
  type: 'asked',
  cardId,
  click,
  found,
});
const reasonsMeaning = (meaning: string) =>
  ReasonCode.options.filter((reason) => refusalMeaning(reason) === meaning);

describe('before any click', () => {
  it.each([
    ['OPEN', openCard(), true],
    ['FAILED and restorable', failedCard(), true],
    ['FAILED for good', failedCard({ restorable: false }), false],
    ['ACCEPTED', acceptedCard(), false],
    ['APPLIED', appliedCard(), false],
    ['REJECTED', rejectedCard(), false],
    ['EXPIRED', expiredCard(), false],
  ])('a card that is %s: shown %#', (_, card, shown) => {
    expect(isShown(NOTHING_HIDDEN, card)).toBe(shown);
  });

  it('a decision made in another tab takes the card away here without any click', () => {
    expect(isShown(NOTHING_HIDDEN, openCard())).toBe(true);
    expect(isShown(NOTHING_HIDDEN, acceptedCard())).toBe(false);
  });
});

describe('a click', () => {
  it('hides its card at once, and no other', () => {
    const hidden = after(clicked(openCard({ n: 1 })));
    expect(isShown(hidden, openCard({ n: 1 }))).toBe(false);
    expect(isShown(hidden, openCard({ n: 2 }))).toBe(true);
  });

  it('cannot be made twice: the second changes nothing', () => {
    const once = after(clicked(openCard()));
    expect(reduceHiddenCards(once, clicked(openCard(), 2))).toBe(once);
    expect(
      reduceHiddenCards(once, { ...clicked(openCard(), 2), decision: 'reject' } as HiddenCardsEvent),
    ).toBe(once);
  });

  it.each([acceptedCard(), appliedCard(), rejectedCard(), expiredCard(), failedCard({ restorable: false })])(
    'on a card that is $status for this screen already changes nothing',
    (card) => {
      expect(after(clicked(card))).toBe(NOTHING_HIDDEN);
    },
  );
});

describe('a hidden card', () => {
  const hidden = after(clicked(openCard({ version: 3 })));

  it('does not flicker when a list that was asked for earlier, or a focus refetch, brings it again', () => {
    for (const version of [1, 2, 3]) expect(isShown(hidden, openCard({ version }))).toBe(false);
  });

  it('stays hidden through acceptance, work and success', () => {
    for (const card of [
      acceptedCard({ version: 4 }),
      acceptedCard({ version: 7 }),
      appliedCard({ version: 9 }),
    ])
      expect(isShown(hidden, card)).toBe(false);
  });

  it.each([
    ['restorable FAILED', failedCard({ version: 6 })],
    ['OPEN again', openCard({ version: 5 })],
  ])('comes back on a higher version that is %s', (_, card) => {
    expect(isShown(hidden, card)).toBe(true);
  });

  it.each([
    ['FAILED for good', failedCard({ version: 6, restorable: false })],
    ['REJECTED', rejectedCard({ version: 6 })],
    ['EXPIRED', expiredCard({ version: 6 })],
    ['APPLIED', appliedCard({ version: 6 })],
    ['ACCEPTED', acceptedCard({ version: 6 })],
  ])('never on one that is %s', (_, card) => {
    expect(isShown(hidden, card)).toBe(false);
  });

  it('a failed card that was approved again is hidden by its own version', () => {
    const again = after(clicked(openCard({ version: 3 })), clicked(failedCard({ version: 6 }), 2));
    expect(isShown(again, failedCard({ version: 6 }))).toBe(false);
    expect(isShown(again, failedCard({ version: 9 }))).toBe(true);
  });
});

describe('a refusal', () => {
  it('has a meaning for every reason', () => {
    expect(reasonsMeaning('over')).toEqual([
      'NOT_FOUND',
      'ACTIVE_TASKS',
      'ALREADY_RESOLVED',
      'EXPIRED',
      'REJECTED_CARD',
    ]);
    expect(reasonsMeaning('unknown')).toEqual(['INTERNAL']);
  });

  it.each(reasonsMeaning('nothing-changed'))('%s brings the card back with the reason', (reason) => {
    const hidden = after(clicked(openCard()), refused(reason));
    expect(isShown(hidden, openCard())).toBe(true);
    expect(returnReason(hidden, openCard())).toBe(reason);
    // And only while it is a card to decide.
    expect(isShown(hidden, expiredCard())).toBe(false);
  });

  it.each(reasonsMeaning('over'))('%s leaves it away, for good', (reason) => {
    const hidden = after(clicked(openCard()), refused(reason));
    expect(isShown(hidden, openCard())).toBe(false);
    expect(returnReason(hidden, openCard())).toBeNull();
  });

  it('INTERNAL proves nothing: the card stays away until the server was asked', () => {
    const hidden = after(clicked(openCard()), refused('INTERNAL'));
    expect(isShown(hidden, openCard())).toBe(false);
    expect(unsureCards(hidden, () => openCard())).toHaveLength(1);
    const back = reduceHiddenCards(hidden, asked(openCard()));
    expect(isShown(back, openCard())).toBe(true);
    expect(returnReason(back, openCard())).toBe('INTERNAL');
  });

  it('of an earlier click says nothing about a later one', () => {
    const hidden = after(
      clicked(openCard({ version: 1 }), 1),
      clicked(failedCard({ version: 3 }), 2),
      refused('DISPATCH_FAILED', 1),
    );
    expect(isShown(hidden, failedCard({ version: 3 }))).toBe(false);
  });

  it('that arrives after the card has come back by itself adds its reason where the card tells none', () => {
    const hidden = after(clicked(openCard({ version: 1 })), refused('DISPATCH_FAILED'));
    expect(returnReason(hidden, openCard({ version: 3 }))).toBe('DISPATCH_FAILED');
    expect(returnReason(hidden, failedCard({ version: 3 }))).toBeNull();
  });

  it('a card that is back can be clicked again, and its old reason is gone', () => {
    const hidden = after(clicked(openCard()), refused('RATE_LIMITED'), clicked(openCard(), 2));
    expect(isShown(hidden, openCard())).toBe(false);
    expect(returnReason(hidden, openCard())).toBeNull();
  });
});

describe('an unanswered click', () => {
  const unsure = after(clicked(openCard({ version: 2 })), unanswered());
  const newest = (card: ApprovalView) => () => card;

  it('leaves the card away and names it as one to ask about', () => {
    expect(isShown(unsure, openCard({ version: 2 }))).toBe(false);
    expect(unsureCards(unsure, newest(openCard({ version: 2 })))).toEqual([
      { cardId, title: openCard().title, decision: 'approve' },
    ]);
  });

  it('an old list proves nothing; only the answer to the question asked afterwards does', () => {
    expect(isShown(unsure, openCard({ version: 1 }))).toBe(false);
    expect(isShown(unsure, openCard({ version: 2 }))).toBe(false);
    const back = reduceHiddenCards(unsure, asked(openCard({ version: 2 })));
    expect(isShown(back, openCard({ version: 2 }))).toBe(true);
    expect(returnReason(back, openCard({ version: 2 }))).toBe('NO_ANSWER');
  });

  it.each([
    acceptedCard({ version: 3 }),
    rejectedCard({ version: 3 }),
    expiredCard({ version: 3 }),
    appliedCard({ version: 5 }),
  ])('stays away when the card turns out to be $status', (found) => {
    const known = reduceHiddenCards(unsure, asked(found));
    expect(isShown(known, found)).toBe(false);
    expect(unsureCards(known, newest(found))).toEqual([]);
  });

  it('comes back as what it became when it turns out restorable FAILED', () => {
    const found = failedCard({ version: 5 });
    const known = reduceHiddenCards(unsure, asked(found));
    expect(isShown(known, found)).toBe(true);
    expect(returnReason(known, found)).toBeNull();
  });

  it('stays away when there is no such card any more', () => {
    const known = reduceHiddenCards(unsure, asked(null));
    expect(isShown(known, openCard({ version: 2 }))).toBe(false);
    expect(unsureCards(known, newest(openCard({ version: 2 })))).toEqual([]);
  });

  it('an event that tells what became of it ends the doubt before the question is answered', () => {
    expect(unsureCards(unsure, newest(acceptedCard({ version: 3 })))).toEqual([]);
  });

  it('that was accepted after all takes the returned card away again', () => {
    const back = reduceHiddenCards(unsure, asked(openCard({ version: 2 })));
    expect(isShown(back, acceptedCard({ version: 3 }))).toBe(false);
  });

  it('an answer about an earlier click changes nothing', () => {
    const again = after(
      clicked(openCard({ version: 2 })),
      unanswered(),
      asked(openCard({ version: 2 })),
      clicked(openCard({ version: 2 }), 2),
      asked(openCard({ version: 2 }), 1),
    );
    expect(isShown(again, openCard({ version: 2 }))).toBe(false);
  });
});

it('outcomes of clicks that nobody made change nothing', () => {
  for (const event of [refused('RATE_LIMITED'), unanswered(), asked(openCard())])
    expect(reduceHiddenCards(NOTHING_HIDDEN, event)).toBe(NOTHING_HIDDEN);
});

it('whatever happens in whatever order, no decided or expired card is ever shown', () => {
  const events = [
    clicked(openCard()),
    unanswered(),
    asked(openCard()),
    refused('DISPATCH_FAILED'),
    clicked(openCard(), 2),
    refused('INTERNAL', 2),
    asked(openCard(), 2),
  ];
  const ended = [
    appliedCard(),
    rejectedCard(),
    expiredCard(),
    acceptedCard(),
    failedCard({ restorable: false }),
  ];
  const states = permutations(events).flatMap((order) =>
    order.map((_, length) => order.slice(0, length + 1).reduce(reduceHiddenCards, NOTHING_HIDDEN)),
  );
  expect(states.filter((hidden) => ended.some((card) => isShown(hidden, card)))).toEqual([]);
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
