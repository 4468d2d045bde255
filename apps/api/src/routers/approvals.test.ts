import { ApprovalDetail, ApprovalView, type ChangeEvent } from '@dungji/contracts';
import { settleTask } from '@dungji/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, callerOf, NEST, openApiWorld } from '../testing/api-world.ts';
import { openEvents } from '../testing/open-events.ts';

let world: ApiWorld;
let operator: Caller;
let other: Caller;
let tenant: Caller;
/** A program of the tenant's. */
let program: Caller;
beforeAll(async () => {
  world = await openApiWorld({ STEP_TARGET_ALLOWLIST: 'hooks.example' });
  operator = await world.person('operator');
  other = await world.person('admin');
  tenant = await world.person();
  program = await programOf(tenant);
});
afterAll(() => world.close());

async function programOf(person: Caller): Promise<Caller> {
  const { data } = await person.mutate<{ key: string }>('apiKeys.create', { name: 'agent' });
  return callerOf(world.api.url, { 'x-api-key': data.key }, person);
}

const DRAFT = {
  title: '저녁 프로필 병합',
  summary: '네 묶음을 차례로 합칩니다.',
  steps: [
    { name: '회고 모으기', action: 'sandbox.apply', input: { key: 'a' } },
    { name: '회고 병합', action: 'sandbox.apply', input: {} },
  ],
};
const open = async (more: object = {}, by = program) =>
  (await by.mutate<ApprovalView>('approvals.open', { ...DRAFT, ...more })).data;
/** Ends the run of a card as a worker would. */
async function settle(approvalId: string, code: 'STEP_FAILED' | 'STEP_REJECTED' | null): Promise<void> {
  const { rows } = await world.db.query<{
    taskId: Parameters<typeof settleTask>[1]['taskId'];
    attempt: number;
  }>(
    `UPDATE task SET status = 'PROCESSING', attempt = attempt + 1, worker_id = 'w', boot_id = 'b', job_id = NULL,
       started_at = now() WHERE approval_id = $1 RETURNING id AS "taskId", attempt`,
    [approvalId],
  );
  const [task] = rows;
  if (!task) throw new Error('the card has no task');
  await settleTask(
    world.db,
    { ...task, bootId: 'b' },
    code ? { status: 'FAILED', code } : { status: 'SUCCESS', result: { steps: 2 } },
  );
}

describe('opening', () => {
  it('is for operators and for programs, and tells both sides at once', async () => {
    const [inbox, own] = await Promise.all([
      openEvents(world.api.url, operator.headers),
      openEvents(world.api.url, program.headers),
    ]);
    const card = await open();
    expect(ApprovalView.parse(card)).toMatchObject({
      status: 'OPEN',
      requestedBy: tenant.userId,
      decidedBy: null,
      steps: [{ position: 1, name: '회고 모으기', action: 'sandbox.apply', status: 'PENDING' }, {}],
    });
    const isOpened = (event: { type: string }) =>
      event.type === 'approval.opened' && (event as ChangeEvent).approval?.id === card.id;
    await Promise.all([inbox.until(isOpened), own.until(isOpened)]);
    await Promise.all([inbox.close(), own.close()]);
    expect((await operator.mutate('approvals.open', DRAFT)).status).toBe(200);
    expect((await tenant.mutate('approvals.open', DRAFT)).error.data).toMatchObject({ reason: 'FORBIDDEN' });
    expect((await world.nobody.mutate('approvals.open', DRAFT)).status).toBe(401);
  });

  it('twice with one key is one card; with another input it is refused', async () => {
    const first = await open({ idempotencyKey: 'evening' });
    expect((await open({ idempotencyKey: 'evening' })).id).toBe(first.id);
    const conflict = await program.mutate('approvals.open', {
      ...DRAFT,
      title: '다른',
      idempotencyKey: 'evening',
    });
    expect(conflict).toMatchObject({ status: 409, error: { data: { reason: 'IDEMPOTENCY_CONFLICT' } } });
    expect((await open({ idempotencyKey: 'evening' }, operator)).id).not.toBe(first.id);
  });

  it.each([
    ['steps', { steps: [] }],
    ['steps.0.action', { steps: [{ name: 'a', action: 'rm', input: {} }] }],
    ['steps.0.input.ms', { steps: [{ name: 'a', action: 'sandbox.apply', input: { ms: -1 } }] }],
    [
      'steps.0.input.url',
      { steps: [{ name: 'a', action: 'http.post', input: { url: 'file:///etc/passwd' } }] },
    ],
    [
      'steps.0.input.url',
      { steps: [{ name: 'a', action: 'http.post', input: { url: 'https://elsewhere.example/' } }] },
    ],
    [
      'steps.0.input.url',
      { steps: [{ name: 'a', action: 'http.post', input: { url: 'http://169.254.169.254/' } }] },
    ],
    [
      'steps.0.input.nestId',
      {
        steps: [
          {
            name: 'a',
            action: 'documents.issue',
            input: { nestId: 'nst_01JZZZZZZZZZZZZZZZZZZZZZZZ', docType: 'REGISTRY' },
          },
        ],
      },
    ],
    ['steps.0.name', { steps: [{ name: ' ', action: 'sandbox.apply', input: {} }] }],
    ['title', { title: '' }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['status', { status: 'APPLIED' }],
  ])('refuses a bad %s at its field', async (field, change) => {
    const refused = await program.mutate('approvals.open', { ...DRAFT, ...change });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error.data.fieldErrors ?? {})).toContain(field);
  });
});

describe('a step that issues a document', () => {
  const issuing = (nestId: string) => ({
    steps: [{ name: '등기 발급', action: 'documents.issue', input: { nestId, docType: 'REGISTRY' } }],
  });

  it('is taken for one’s own nests, and from operators for everybody’s; others’ nests do not exist', async () => {
    const { data: nest } = await tenant.mutate<{ id: string }>('nests.create', NEST);
    const stranger = await programOf(await world.person());
    expect((await open(issuing(nest.id))).status).toBe('OPEN');
    expect((await open(issuing(nest.id), operator)).status).toBe('OPEN');
    const refused = await stranger.mutate('approvals.open', { ...DRAFT, ...issuing(nest.id) });
    expect(refused.error.data.fieldErrors).toHaveProperty(['steps.0.input.nestId']);
  });

  it('and calls to listed hosts are taken', async () => {
    const url = 'https://hooks.example/merge';
    const card = await open({ steps: [{ name: 'a', action: 'http.post', input: { url } }] });
    expect(card.steps[0]?.action).toBe('http.post');
  });
});

describe('looking', () => {
  it('shows programs their own cards and operators all; others’ cards do not exist', async () => {
    const card = await open();
    const stranger = await programOf(await world.person());
    const get = (by: Caller) => by.query<ApprovalDetail>('approvals.get', { approvalId: card.id });
    expect(ApprovalDetail.parse((await get(program)).data).steps[0]?.input).toEqual({ key: 'a' });
    expect((await get(operator)).status).toBe(200);
    expect((await get(stranger)).error.data.reason).toBe('NOT_FOUND');
    const list = async (by: Caller, input?: object) =>
      (await by.query<{ items: ApprovalView[]; nextCursor: string | null }>('approvals.list', input)).data;
    expect((await list(stranger)).items).toEqual([]);
    expect((await list(program, { limit: 1 })).nextCursor).not.toBeNull();
    expect((await list(operator, { status: 'ACTIONABLE' })).items.map(({ id }) => id)).toContain(card.id);
  });

  it('first ends the cards whose time is over', async () => {
    const card = await open();
    await world.db.query(`UPDATE approval SET expires_at = now() WHERE id = $1`, [card.id]);
    const { data } = await operator.query<ApprovalView>('approvals.get', { approvalId: card.id });
    expect(data.status).toBe('EXPIRED');
  });
});

describe('deciding', () => {
  it('is for operators in person: neither programs nor members', async () => {
    const { id: approvalId } = await open();
    for (const by of [program, tenant, await programOf(operator)]) {
      expect((await by.mutate('approvals.approve', { approvalId })).error.data.reason).toBe('FORBIDDEN');
      expect((await by.mutate('approvals.reject', { approvalId })).error.data.reason).toBe('FORBIDDEN');
    }
    const missing = { approvalId: 'apv_01JZZZZZZZZZZZZZZZZZZZZZZZ' };
    expect((await operator.mutate('approvals.approve', missing)).error.data.reason).toBe('NOT_FOUND');
  });

  it('yes answers 202 before anything is done, and the same run at a second click', async () => {
    const { id: approvalId } = await open();
    const first = await operator.mutate('approvals.approve', { approvalId });
    expect(first).toMatchObject({
      status: 202,
      data: { status: 'PENDING', reused: false, decidedBy: operator.userId },
    });
    const second = await other.mutate('approvals.approve', { approvalId });
    expect(second).toMatchObject({ status: 202, data: { reused: true, decidedBy: operator.userId } });
    expect((second.data as { taskId: string }).taskId).toBe((first.data as { taskId: string }).taskId);
    // The run is its requester's, who may wait for it.
    const task = await program.query('tasks.get', { taskId: (first.data as { taskId: string }).taskId });
    expect(task).toMatchObject({ status: 200, data: { task: { kind: 'approval', approvalId } } });
  });

  it('too late is refused with who decided', async () => {
    const applied = await open();
    await operator.mutate('approvals.approve', { approvalId: applied.id });
    const running = await other.mutate('approvals.reject', { approvalId: applied.id });
    expect(running).toMatchObject({
      status: 409,
      error: { data: { reason: 'ALREADY_RESOLVED', decidedBy: operator.userId, restorable: false } },
    });
    await settle(applied.id, null);
    const done = await other.mutate('approvals.approve', { approvalId: applied.id });
    expect(done.error.data).toMatchObject({ reason: 'ALREADY_RESOLVED', decidedBy: operator.userId });

    const rejected = await open();
    await other.mutate('approvals.reject', { approvalId: rejected.id, reason: '아직 일러요' });
    const late = await operator.mutate('approvals.approve', { approvalId: rejected.id });
    expect(late.error.data).toMatchObject({ reason: 'REJECTED_CARD', decidedBy: other.userId });
    expect((await program.query('approvals.get', { approvalId: rejected.id })).data).toMatchObject({
      status: 'REJECTED',
      decisionNote: '아직 일러요',
    });

    const expired = await open();
    await world.db.query(`UPDATE approval SET expires_at = now() WHERE id = $1`, [expired.id]);
    const gone = await operator.mutate('approvals.approve', { approvalId: expired.id });
    expect(gone.error.data).toMatchObject({ reason: 'EXPIRED', decidedBy: null });
  });

  it('a failed run brings the card back, and a second yes goes on with the same task; a refused input never', async () => {
    const { id: approvalId } = await open();
    const inbox = await openEvents(world.api.url, operator.headers);
    const first = await operator.mutate<{ taskId: string }>('approvals.approve', { approvalId });
    await settle(approvalId, 'STEP_FAILED');
    await inbox.until(
      (event) => event.type === 'approval.reopened' && (event as ChangeEvent).approval?.id === approvalId,
    );
    const again = await other.mutate<{ taskId: string; reused: boolean }>('approvals.approve', {
      approvalId,
    });
    expect(again).toMatchObject({ status: 202, data: { taskId: first.data.taskId, reused: false } });
    await settle(approvalId, 'STEP_REJECTED');
    const refused = await operator.mutate('approvals.approve', { approvalId });
    expect(refused.error.data).toMatchObject({ reason: 'ALREADY_RESOLVED', decidedBy: other.userId });
    await inbox.close();
  });
});
