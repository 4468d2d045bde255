import type { ApprovalView } from '@dungji/contracts';
import { expect, it } from 'vitest';
import {
  ADMIN_ID,
  acceptedCard,
  appliedCard,
  approvalTask,
  expiredCard,
  failedCard,
  OPERATOR_ID,
  openCard,
  rejectedCard,
} from '../fixtures/approval-views.ts';
import { ago, ahead } from '../fixtures/views.ts';
import type { ApprovalChange } from '../live/known-approvals.ts';
import { isAlarm, newsOf } from './card-news.ts';

const kind = (
  card: ApprovalView,
  before: ApprovalView | null,
  told: ApprovalChange['told'] = null,
  ownId = ADMIN_ID,
) => newsOf({ card, before, told }, ownId, ago(0))?.kind ?? null;

it('a card that a list brings for the first time is no news; one that an event tells of is', () => {
  for (const card of [openCard(), acceptedCard(), appliedCard(), failedCard(), rejectedCard(), expiredCard()])
    expect(kind(card, null)).toBeNull();
  expect(kind(failedCard(), null, 'approval.resolved')).toBe('failed');
});

it('decisions of others are told, one’s own are not', () => {
  expect(kind(acceptedCard(), openCard())).toBe('approved');
  expect(kind(acceptedCard(), failedCard({ version: 2 }))).toBe('approved');
  expect(kind(acceptedCard(), openCard(), null, OPERATOR_ID)).toBeNull();
  expect(kind(rejectedCard(), openCard(), null, OPERATOR_ID)).toBe('rejected');
  expect(kind(rejectedCard(), openCard(), null, ADMIN_ID)).toBeNull();
  expect(kind(expiredCard(), openCard())).toBe('expired');
});

it('what became of a run is told whoever approved it', () => {
  for (const ownId of [ADMIN_ID, OPERATOR_ID]) {
    expect(kind(appliedCard(), acceptedCard(), null, ownId)).toBe('applied');
    expect(kind(failedCard(), acceptedCard(), null, ownId)).toBe('failed');
    expect(kind(failedCard({ restorable: false }), acceptedCard(), null, ownId)).toBe('failedForGood');
  }
});

it('each end is told once, and further versions of it are not', () => {
  expect(kind(failedCard({ version: 8 }), failedCard({ version: 7 }))).toBeNull();
  expect(kind(appliedCard({ version: 10 }), appliedCard({ version: 9 }))).toBeNull();
});

it('an interruption is told by its event', () => {
  const running = acceptedCard();
  expect(kind(acceptedCard({ version: 5 }), running, 'approval.interrupted')).toBe('interrupted');
  expect(kind(acceptedCard({ version: 5 }), running, 'task.progressed')).toBeNull();
});

it('while only polls are heard, by a worker that was lost since the last one', () => {
  const running = acceptedCard();
  const pausing = approvalTask.running(1, {
    nextRetryAt: ahead(9_000),
    workerId: null,
    lastErrorCode: 'WORKER_LOST',
  });
  expect(kind(acceptedCard({ version: 5, task: pausing }), running)).toBe('interrupted');
  // A step that failed and is tried again is shown where it runs, and is no interruption.
  const retrying = approvalTask.running(1, { nextRetryAt: ahead(9_000), lastErrorCode: 'STEP_FAILED' });
  expect(kind(acceptedCard({ version: 5, task: retrying }), running)).toBeNull();
  const again = approvalTask.running(1, { attempt: 2, lastErrorCode: 'WORKER_LOST' });
  expect(kind(acceptedCard({ version: 6, task: again }), running)).toBe('interrupted');
  expect(kind(acceptedCard({ version: 5 }), running)).toBeNull();
});

it('failures and interruptions reach people elsewhere; nothing else does', () => {
  const alarms = [failedCard(), failedCard({ restorable: false }), appliedCard(), expiredCard()].map(
    (card) => {
      const news = newsOf({ card, before: acceptedCard(), told: null }, null, ago(0));
      return news !== null && isAlarm(news);
    },
  );
  expect(alarms).toEqual([true, true, false, false]);
});
