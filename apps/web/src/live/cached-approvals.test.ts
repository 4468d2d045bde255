import type { ApprovalView, ChangeEvent, EventType, SnapshotEvent } from '@dungji/contracts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  acceptedCard,
  appliedCard,
  approvalId,
  failedCard,
  openCard,
  rejectedCard,
} from '../fixtures/approval-views.ts';
import { ago } from '../fixtures/views.ts';
import { applyEvent, showApproval } from './apply-event.ts';
import { APPROVAL, APPROVAL_LIST, type ApprovalAnswer, type ApprovalPages } from './cached-approvals.ts';
import { type ApprovalChange, createKnownApprovals, type KnownApprovals } from './known-approvals.ts';
import { createKnownViews } from './known-views.ts';
import { keepFresh } from './live-queries.ts';

let queryClient: QueryClient;
let approvals: KnownApprovals;
let askedFor: string[];
let changes: ApprovalChange[];
const known = createKnownViews();

beforeEach(() => {
  askedFor = [];
  changes = [];
  queryClient = new QueryClient();
  approvals = createKnownApprovals((cardId) => askedFor.push(cardId));
  approvals.onChange((change) => changes.push(change));
  keepFresh(queryClient, known, approvals);
});

const keyOf = (status?: string) => [APPROVAL_LIST, { input: { status, limit: 100 }, type: 'infinite' }];
/** A list's answer from the network. */
function read(
  status: string | undefined,
  items: ApprovalView[],
  serverNow: string,
  nextCursor: string | null = null,
) {
  queryClient.setQueryData<ApprovalPages>(keyOf(status), {
    pages: [{ items, nextCursor, serverNow }],
    pageParams: [null],
  });
}
const listed = (status?: string) =>
  (queryClient.getQueryData<ApprovalPages>(keyOf(status))?.pages ?? []).flatMap(({ items }) => items);
const versions = (status?: string) => listed(status).map(({ version }) => version);

let seq = 0;
function tell(type: Exclude<EventType, 'snapshot'>, approval: ApprovalView, at = ago(0)): void {
  seq += 1;
  const event: ChangeEvent = { stream: 'operators', seq, type, at, approval };
  applyEvent(queryClient, known, approvals, event);
}
const snapshot = (cards: ApprovalView[]): void => {
  const event: SnapshotEvent = {
    stream: 'user:usr_1',
    seq: 0,
    type: 'snapshot',
    at: ago(0),
    tasks: [],
    approvals: cards,
    nests: [],
  };
  applyEvent(queryClient, known, approvals, event);
};

describe('an event', () => {
  it('moves a card from the list it leaves to the one it joins', () => {
    read('ACTIONABLE', [openCard()], ago(10_000));
    read('ACCEPTED', [], ago(10_000));
    tell('approval.accepted', acceptedCard({ version: 2 }));
    expect([versions('ACTIONABLE'), versions('ACCEPTED')]).toEqual([[], [2]]);
    tell('approval.resolved', failedCard({ version: 6 }));
    expect([versions('ACTIONABLE'), versions('ACCEPTED')]).toEqual([[6], []]);
  });

  it('brings a new card into the lists it belongs to, once', () => {
    read('ACTIONABLE', [], ago(10_000));
    read(undefined, [], ago(10_000));
    read('REJECTED', [], ago(10_000));
    tell('approval.opened', openCard());
    tell('approval.opened', openCard());
    expect([versions('ACTIONABLE'), versions(), versions('REJECTED')]).toEqual([[1], [1], []]);
  });

  it('that comes late turns nothing back', () => {
    read('ACTIONABLE', [openCard()], ago(10_000));
    tell('approval.resolved', appliedCard({ version: 9 }));
    tell('approval.accepted', acceptedCard({ version: 2 }));
    tell('approval.opened', openCard());
    expect(versions('ACTIONABLE')).toEqual([]);
    expect(approvals.newest(approvalId())?.status).toBe('APPLIED');
  });

  it('leads to the same lists in whatever order it and a poll arrive', () => {
    const events = [
      () => tell('approval.accepted', acceptedCard({ version: 2 }), ago(3_000)),
      () => tell('approval.resolved', failedCard({ version: 6 }), ago(1_000)),
      () => read('ACTIONABLE', [openCard()], ago(4_000)),
      () => read('ACCEPTED', [acceptedCard({ version: 3 })], ago(2_500)),
    ];
    for (const order of [events, events.toReversed(), [1, 3, 0, 2].map((n) => events[n])]) {
      queryClient.clear();
      approvals.clear();
      for (const happens of order) happens?.();
      expect([versions('ACTIONABLE'), versions('ACCEPTED')]).toEqual([[6], []]);
    }
  });

  it('keeps what the steps were given in the card’s own record', () => {
    const key = [APPROVAL, { input: { approvalId: approvalId() }, type: 'query' }];
    queryClient.setQueryData<ApprovalAnswer>(key, {
      ...openCard(),
      steps: openCard().steps.map((step) => ({ ...step, input: { body: step.position } })),
      serverNow: ago(10_000),
    });
    tell('approval.accepted', acceptedCard({ version: 2 }));
    const shown = queryClient.getQueryData<ApprovalAnswer>(key);
    expect(shown?.status).toBe('ACCEPTED');
    expect(shown?.steps.map(({ input }) => input.body)).toEqual([1, 2, 3, 4]);
  });
});

describe('a list', () => {
  it('that was asked for before a change does not bring the old card back', () => {
    read('ACTIONABLE', [openCard()], ago(10_000));
    tell('approval.accepted', acceptedCard({ version: 2 }));
    read('ACTIONABLE', [openCard()], ago(9_000));
    expect(versions('ACTIONABLE')).toEqual([]);
  });

  it('that was read while a card was being opened does not take it away', () => {
    read('ACTIONABLE', [], ago(10_000));
    tell('approval.opened', openCard(), ago(1_000));
    read('ACTIONABLE', [], ago(500));
    expect(versions('ACTIONABLE')).toEqual([1]);
    read('ACTIONABLE', [], ago(5_000));
    expect(versions('ACTIONABLE')).toEqual([1]);
  });

  it('that misses a live card long after it was seen is believed, and what became of the card is asked, once', () => {
    read('ACTIONABLE', [openCard()], ago(60_000));
    read('ACTIONABLE', [], ago(5_000));
    expect(versions('ACTIONABLE')).toEqual([]);
    read('ACTIONABLE', [], ago(0));
    expect(askedFor).toEqual([approvalId()]);
  });

  it('says nothing about cards on pages that nobody has opened', () => {
    read(undefined, [openCard({ n: 1 }), openCard({ n: 9 })], ago(60_000));
    read('ACTIONABLE', [openCard({ n: 9 })], ago(0), 'more');
    expect(askedFor).toEqual([]);
  });

  it('never asks about cards that have ended', () => {
    read('REJECTED', [rejectedCard()], ago(60_000));
    read('REJECTED', [], ago(0));
    expect(askedFor).toEqual([]);
  });
});

describe('a snapshot', () => {
  it('rebuilds the lists from the database after a cut', () => {
    read('ACTIONABLE', [openCard({ n: 1 }), openCard({ n: 2 })], ago(60_000));
    read('ACCEPTED', [], ago(60_000));
    snapshot([acceptedCard({ n: 1 }), openCard({ n: 2 }), openCard({ n: 3 })]);
    expect(
      listed('ACTIONABLE')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([approvalId(2), approvalId(3)]);
    expect(listed('ACCEPTED').map(({ id }) => id)).toEqual([approvalId(1)]);
  });
});

it('the card of an answer is shown before its event arrives', () => {
  read('ACTIONABLE', [openCard()], ago(10_000));
  read('ACCEPTED', [], ago(10_000));
  showApproval(queryClient, approvals, acceptedCard({ version: 2 }), Date.parse(ago(0)));
  expect([versions('ACTIONABLE'), versions('ACCEPTED')]).toEqual([[], [2]]);
});

it('a card keeps its place though a failure gives it more time', () => {
  const first = openCard({ expiresAt: ago(-60_000) });
  approvals.record(first, 0);
  const later = failedCard({ expiresAt: ago(-86_400_000) });
  approvals.record(later, 1);
  expect(approvals.placeOf(later)).toBe(first.expiresAt);
});

it('changes are told once per version, with the event that told them', () => {
  read('ACTIONABLE', [openCard()], ago(10_000));
  tell('approval.accepted', acceptedCard({ version: 2 }));
  tell('approval.accepted', acceptedCard({ version: 2 }));
  read('ACTIONABLE', [openCard()], ago(0));
  expect(changes.map(({ card, before, told }) => [card.version, before?.version ?? null, told])).toEqual([
    [1, null, null],
    [2, 1, 'approval.accepted'],
  ]);
});

it('an interruption is told though the change that it explains came first', () => {
  tell('approval.accepted', acceptedCard({ version: 2 }));
  tell('task.retrying', acceptedCard({ version: 5 }));
  tell('approval.interrupted', acceptedCard({ version: 5 }));
  expect(changes.map(({ told }) => told)).toEqual([
    'approval.accepted',
    'task.retrying',
    'approval.interrupted',
  ]);
});
