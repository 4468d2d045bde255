import {
  type ApprovalStatus,
  ApprovalView,
  type ChangeEvent,
  DEFAULT_LIMITS,
  type UserId,
} from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshot } from '../stream/snapshot.ts';
import {
  CARD_SITUATIONS,
  type CardIn,
  type CardSituation,
  cardIn,
  cardsOf,
  createTestDatabase,
  stepsNamed,
  type TestDatabase,
  userIn,
} from '../testing/index.ts';
import { type ApproveAnswer, approveApproval } from './approve.ts';
import { expireApproval, expireOverdueApprovals } from './expire.ts';
import { openApproval } from './open.ts';
import { findApproval, listApprovals } from './read.ts';
import { type RejectAnswer, rejectApproval } from './reject.ts';

const HOUR_MS = 3_600_000;
let test: TestDatabase;
let operatorId: UserId;
beforeAll(async () => {
  test = await createTestDatabase();
  operatorId = await userIn(test.db, 'operator');
});
afterAll(() => test.drop());

const approve = (card: CardIn, at?: Date) =>
  approveApproval(test.db, { approvalId: card.approval.id, operatorId, limits: DEFAULT_LIMITS, at });
const reject = (card: CardIn, at?: Date) =>
  rejectApproval(test.db, { approvalId: card.approval.id, operatorId, note: '아직 일러요', at });
const find = (card: CardIn) => cardsOf(test.db).find(card);
const afterItsTime = (card: CardIn) => new Date(Date.parse(card.approval.expiresAt) + 1);
const typesOf = (events: readonly ChangeEvent[]) => events.map((event) => event.type);

type Verb = 'approve' | 'approve late' | 'reject' | 'reject late' | 'expire' | 'expire early';
type Expected = {
  readonly answer: string | null;
  readonly status?: ApprovalStatus;
  readonly told?: readonly string[];
};

const ACCEPTED = {
  answer: 'accepted',
  status: 'ACCEPTED',
  told: ['task.accepted', 'approval.accepted'],
} as const;
const CALLS: Record<Verb, (card: CardIn) => Promise<string | null>> = {
  approve: async (card) => (await approve(card))?.outcome ?? null,
  'approve late': async (card) => (await approve(card, afterItsTime(card)))?.outcome ?? null,
  reject: async (card) => (await reject(card))?.outcome ?? null,
  'reject late': async (card) => (await reject(card, afterItsTime(card)))?.outcome ?? null,
  expire: async (card) =>
    (await expireApproval(test.db, card.approval.id, afterItsTime(card))) ? 'expired_now' : null,
  'expire early': async (card) => ((await expireApproval(test.db, card.approval.id)) ? 'expired_now' : null),
};

/** What each verb makes of each situation; where no status is named, nothing changes and nothing is told. */
function expected(verb: Verb, situation: CardSituation): Expected {
  const isActionable = situation === 'OPEN' || situation === 'FAILED';
  const expired = { status: 'EXPIRED', told: ['approval.resolved'] } as const;
  if (verb === 'expire') return isActionable ? { answer: 'expired_now', ...expired } : { answer: null };
  if (verb === 'expire early') return { answer: null };
  if (situation === 'REJECTED') return { answer: 'rejected' };
  if (situation === 'EXPIRED') return { answer: 'expired' };
  if (isActionable) {
    if (verb.endsWith('late')) return { answer: 'expired', ...expired };
    if (verb === 'approve') return ACCEPTED;
    return { answer: 'rejected_now', status: 'REJECTED', told: ['approval.resolved'] };
  }
  const isRunning = situation === 'ACCEPTED' || situation === 'RUNNING';
  return { answer: isRunning && verb.startsWith('approve') ? 'reused' : 'resolved' };
}

for (const verb of Object.keys(CALLS) as Verb[]) {
  describe(verb, () => {
    for (const situation of CARD_SITUATIONS) {
      const { answer, status, told = [] } = expected(verb, situation);
      it(`of a card that is ${situation}: ${answer ?? 'nothing'}${status ? `, then ${status}` : ''}`, async () => {
        const card = await cardIn(test.db, situation);
        const since = await cardsOf(test.db).positions(card);
        expect(await CALLS[verb](card)).toBe(answer);
        const after = await find(card);
        const news = await cardsOf(test.db).newsOf(card, since);
        expect(typesOf(news.own)).toEqual(told);
        expect(typesOf(news.operators)).toEqual(told);
        expect(ApprovalView.parse(after)).toMatchObject({ status: status ?? card.approval.status });
        if (!status) expect(after).toEqual(card.approval);
        for (const event of [...news.own, ...news.operators]) {
          expect(event.approval?.version).toBe(card.approval.version + 1);
          expect(ApprovalView.parse(event.approval)).toMatchObject({ status });
        }
      });
    }
  });
}

describe('a decision', () => {
  it('of two operators at the same instant is made once; the other one hears whose it was', async () => {
    for (let round = 0; round < 20; round += 1) {
      const card = await cardIn(test.db, round % 2 === 0 ? 'OPEN' : 'FAILED');
      const other = await userIn(test.db, 'operator');
      const [yes, no] = await Promise.all([
        approve(card),
        rejectApproval(test.db, { approvalId: card.approval.id, operatorId: other }),
      ]);
      const outcomes = [yes?.outcome, no?.outcome].sort().join();
      expect(['accepted,resolved', 'rejected,rejected_now']).toContain(outcomes);
      const loser: ApproveAnswer | RejectAnswer | null = yes?.outcome === 'accepted' ? no : yes;
      const winner = yes?.outcome === 'accepted' ? operatorId : other;
      expect(loser?.approval.decidedBy).toBe(winner);
      expect((await find(card)).decidedBy).toBe(winner);
    }
  });

  it('said twenty times at once accepts one task', async () => {
    const card = await cardIn(test.db, 'OPEN');
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(card)));
    const outcomes = answers.map((answer) => answer?.outcome).sort();
    expect(outcomes).toEqual(['accepted', ...Array.from({ length: 19 }, () => 'reused')]);
    expect(new Set(answers.map((answer) => answer?.approval.taskId)).size).toBe(1);
    const { rows } = await test.db.query('SELECT FROM task WHERE approval_id = $1', [card.approval.id]);
    expect(rows).toHaveLength(1);
  });

  it('and the end of its time at the same instant: one of the two', async () => {
    for (let round = 0; round < 20; round += 1) {
      const card = await cardIn(test.db, 'OPEN');
      const [yes, gone] = await Promise.all([
        approve(card),
        expireApproval(test.db, card.approval.id, afterItsTime(card)),
      ]);
      expect([yes?.outcome, gone?.status ?? null].join()).toMatch(/^(accepted,|expired,EXPIRED)$/);
    }
  });

  it('is on record with who made it', async () => {
    const card = await cardIn(test.db, 'OPEN');
    await approve(card);
    const { rows } = await test.db.query(
      `SELECT action, operator_id, detail FROM operator_action WHERE detail ->> 'approvalId' = $1`,
      [card.approval.id],
    );
    expect(rows).toEqual([
      { action: 'approval.approved', operator_id: operatorId, detail: { approvalId: card.approval.id } },
    ]);
  });

  it('about a card that does not exist is no decision', async () => {
    const missing = 'apv_01JZZZZZZZZZZZZZZZZZZZZZZZ' as CardIn['approval']['id'];
    expect(
      await approveApproval(test.db, { approvalId: missing, operatorId, limits: DEFAULT_LIMITS }),
    ).toBeNull();
    expect(await rejectApproval(test.db, { approvalId: missing, operatorId })).toBeNull();
  });
});

describe('opening', () => {
  const draft = async (key?: string, inputHash = 'a') => ({
    requestedBy: operatorId,
    title: '카드',
    summary: '',
    steps: stepsNamed('하나'),
    expires: { afterMs: HOUR_MS },
    ...(key && { idempotency: { key, inputHash } }),
  });

  it('twice with one key is one card, also at the same instant; with another input it is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => openApproval(test.db, await draft('once'))),
    );
    expect(answers.map((answer) => answer.outcome).sort()).toEqual([
      'opened',
      ...Array.from({ length: 9 }, () => 'reused'),
    ]);
    expect((await openApproval(test.db, await draft('once', 'b'))).outcome).toBe('conflict');
  });

  it('without a key is a new card each time', async () => {
    const [first, second] = [
      await openApproval(test.db, await draft()),
      await openApproval(test.db, await draft()),
    ];
    expect([first.outcome, second.outcome]).toEqual(['opened', 'opened']);
  });
});

describe('lists', () => {
  it('show the newest first, page by page, by status, and only what the viewer may see', async () => {
    const requestedBy = await userIn(test.db);
    const open = await cardIn(test.db, 'OPEN', { requestedBy });
    const failed = await cardIn(test.db, 'FAILED', { requestedBy });
    await cardIn(test.db, 'REFUSED', { requestedBy });
    await cardIn(test.db, 'APPLIED', { requestedBy });
    const list = async (query: object = {}) =>
      listApprovals(test.db, { userId: requestedBy, limit: 50, ...query });
    expect((await list()).items.map(({ status }) => status)).toEqual(['APPLIED', 'FAILED', 'FAILED', 'OPEN']);
    const actionable = await list({ status: 'ACTIONABLE' });
    expect(actionable.items.map(({ id }) => id)).toEqual([failed.approval.id, open.approval.id]);
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.nextCursor });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 1, null]);
    expect(await listApprovals(test.db, { userId: await userIn(test.db), limit: 50 })).toEqual({
      items: [],
      nextCursor: null,
    });
    expect(await findApproval(test.db, { approvalId: open.approval.id, userId: operatorId })).toBeNull();
  });

  it('and snapshots hold the live cards, with the tasks of those that run', async () => {
    const running = await cardIn(test.db, 'RUNNING');
    const applied = await cardIn(test.db, 'APPLIED');
    const [, operators] = await snapshot(test.db, { userId: operatorId, operators: true });
    const ids = operators?.approvals.map(({ id }) => id);
    expect(ids).toContain(running.approval.id);
    expect(ids).not.toContain(applied.approval.id);
    expect(operators?.tasks.map(({ id }) => id)).toContain(running.task?.id);
    const [own] = await snapshot(test.db, { userId: running.requestedBy, operators: false });
    expect(own?.approvals).toEqual([ApprovalView.parse(running.approval)]);
  });
});

describe('expiring', () => {
  it('ends every card past its time, in batches, and no other', async () => {
    const at = new Date(Date.now() + 400 * 24 * HOUR_MS);
    const cards = await Promise.all(
      ['OPEN', 'OPEN', 'FAILED'].map((s) => cardIn(test.db, s as CardSituation)),
    );
    const running = await cardIn(test.db, 'RUNNING');
    const counts = await expireOverdueApprovals(test.db, { batch: 2, at });
    expect(counts.settled).toBeGreaterThanOrEqual(3);
    for (const card of cards) expect((await find(card)).status).toBe('EXPIRED');
    expect((await find(running)).status).toBe('ACCEPTED');
    expect(await expireOverdueApprovals(test.db, { batch: 2, at })).toEqual({
      examined: 0,
      settled: 0,
      errors: [],
    });
  });
});

describe('a card that must not exist is refused:', () => {
  it.each<[string, CardSituation, string]>([
    ['approval_status_is_known', 'OPEN', `status = 'LOST'`],
    ['plan_is_a_list', 'OPEN', `plan = '[]'`],
    ['plan_is_a_list', 'OPEN', `plan = '{}'`],
    ['decision_is_whole', 'ACCEPTED', 'decided_at = NULL'],
    ['open_is_undecided', 'APPLIED', `status = 'OPEN'`],
    ['decided_unless_open_or_expired', 'OPEN', `status = 'REJECTED'`],
    ['accepted_has_a_task', 'ACCEPTED', 'task_id = NULL'],
    ['failed_has_an_error', 'FAILED', 'last_error_code = NULL, last_error_message = NULL'],
    ['error_only_after_a_failure', 'APPLIED', `last_error_code = 'UNKNOWN'`],
    ['message_only_with_error', 'OPEN', `last_error_message = 'x'`],
    ['restorable_only_when_failed', 'REJECTED', 'restorable = true'],
    ['note_only_when_rejected', 'OPEN', `decision_note = 'x'`],
    ['key_goes_with_its_input', 'OPEN', `idempotency_key = 'x'`],
  ])('%s (%s with %s)', async (constraint, situation, change) => {
    const card = await cardIn(test.db, situation);
    const set = test.db.query(`UPDATE approval SET ${change} WHERE id = $1`, [card.approval.id]);
    await expect(set).rejects.toThrow(constraint);
  });
});
