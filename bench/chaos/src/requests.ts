import { setTimeout as pause } from 'node:timers/promises';
import type { ApprovalView, DungjiClient, NestView } from '@dungji/client';
import { insist, NotAnswered } from './asking.ts';
import type { People, User } from './people.ts';
import type { PlannedCard, PlannedIssuance, PlannedTask, PlannedVideo } from './plan.ts';
import type { Timeline } from './timeline.ts';

/** A request that was answered with yes; of a card: that stands there and was decided. */
export interface Requested {
  readonly planned: PlannedTask;
  /** Null: a card that was rejected has none. */
  readonly taskId: string | null;
  readonly approvalId: string | null;
  /** Of the names of its effects in the outside world, by step. */
  readonly effects: readonly string[];
}

export interface World {
  readonly people: People;
  readonly sandboxUrl: string;
  readonly timeline: Timeline;
}

const ROAD_ADDRESS = '서울특별시 둥지구 둥지로12길 34';
/** How often an operator looks at a card whose run goes on. */
const LOOK_PAUSE_MS = 2_000;
/** People approve a card again that came back, but not for ever. */
const APPROVALS_MAX = 3;

/** Asks for it as its user; each question has its own key, so none is asked twice. Changes their mind where that is planned. */
export async function request(world: World, planned: PlannedTask): Promise<Requested> {
  const user = world.people.users[planned.user];
  if (!user) throw new Error(`there is no user ${planned.user}`);
  const requested = await ask(world, user, planned);
  world.timeline.note(
    `accepted ${planned.number}: ${planned.kind} ${requested.taskId ?? requested.approvalId}, ${wordsOf(planned)}`,
  );
  const { taskId, approvalId } = requested;
  if (taskId !== null && planned.cancelAfterMs !== null) {
    await pause(planned.cancelAfterMs);
    // It may have ended meanwhile, or nobody answers; both are a user's everyday life.
    await user.client.tasks.cancel({ taskId }).then(
      () => world.timeline.note(`cancelled ${planned.number}`),
      () => {},
    );
  }
  if (taskId !== null && approvalId !== null && planned.hopeful)
    await bringThrough(world, approvalId, planned);
  return requested;
}

function ask(world: World, user: User, planned: PlannedTask): Promise<Requested> {
  switch (planned.kind) {
    case 'issuance':
      return issue(user, planned);
    case 'approval':
      return propose(world, user, planned);
    case 'generation':
      return generate(world, user, planned);
  }
}

const wordsOf = (planned: PlannedTask): string => {
  if (planned.kind === 'issuance') return `${planned.docType} ${planned.detailAddress}`;
  if (planned.kind === 'generation') return planned.prompt;
  return planned.steps.map(({ action, input }) => `${action} ${JSON.stringify(input)}`).join(', ');
};

const keyOf = (planned: PlannedTask): string => `chaos-${planned.number}`;

function nestOf(client: DungjiClient, number: number, detailAddress: string): Promise<NestView> {
  return insist('nests.create', () =>
    client.nests.create({
      name: `둥지 ${number}`,
      roadAddress: ROAD_ADDRESS,
      detailAddress,
      buildingType: 'APARTMENT',
      depositKrw: 100_000_000,
      monthlyRentKrw: 0,
      landlordName: '홍길동',
      contractFrom: '2026-01-01',
      contractTo: '2027-12-31',
    }),
  );
}

async function issue({ client }: User, planned: PlannedIssuance): Promise<Requested> {
  const nest = await nestOf(client, planned.number, planned.detailAddress);
  const { taskId } = await insist('issuance.request', () =>
    client.issuance.request({ nestId: nest.id, docType: planned.docType, idempotencyKey: keyOf(planned) }),
  );
  return { planned, taskId, approvalId: null, effects: [] };
}

async function generate({ sandboxUrl }: World, { client }: User, planned: PlannedVideo): Promise<Requested> {
  const { taskId } = await insist('generations.request', () =>
    client.generations.request({
      imageUrl: `${sandboxUrl}/__sandbox/image.png`,
      prompt: planned.prompt,
      seconds: planned.seconds,
      idempotencyKey: keyOf(planned),
    }),
  );
  return { planned, taskId, approvalId: null, effects: [] };
}

async function propose(world: World, { client }: User, planned: PlannedCard): Promise<Requested> {
  const { number } = planned;
  const effects = planned.steps.map((_, index) => `${keyOf(planned)}-${index + 1}`);
  const needsNest = planned.steps.some(({ action }) => action === 'documents.issue');
  const nest = needsNest ? await nestOf(client, number, `${101 + (number % 9)}동 ${number + 1}호`) : null;
  const steps = planned.steps.map(({ action, input }, index) => {
    const name = `${index + 1}단계`;
    const wish = { key: effects[index] ?? '', ...input };
    if (action === 'http.post')
      return { name, action, input: { url: `${world.sandboxUrl}/steps/receive`, body: wish } };
    if (action === 'documents.issue' && nest)
      return { name, action, input: { nestId: nest.id, docType: 'LEDGER' as const } };
    return { name, action: 'sandbox.apply' as const, input: wish };
  });
  const card = await insist('approvals.open', () =>
    client.approvals.open({ title: `카드 ${number}`, steps, idempotencyKey: keyOf(planned) }),
  );
  const task = await decide(world, card.id, planned);
  return { planned, taskId: task, approvalId: card.id, effects };
}

/** The first decision about a card, by one person or by two at once. Null: it is rejected. */
async function decide(
  { people }: World,
  approvalId: ApprovalView['id'],
  { approvers }: PlannedCard,
): Promise<string | null> {
  const [operator] = people.operators;
  if (!operator) throw new Error('there is no operator');
  if (approvers === 0) {
    await unlessDecided(operator, approvalId, 'REJECTED', () =>
      operator.client.approvals.reject({ approvalId, reason: '지금은 아니에요' }),
    );
    return null;
  }
  const answers = await Promise.all(
    people.operators
      .slice(0, approvers)
      .map((person) =>
        unlessDecided(person, approvalId, null, () => person.client.approvals.approve({ approvalId })),
      ),
  );
  const taskIds = new Set(answers.map((card) => card.taskId));
  const [taskId] = taskIds;
  if (taskIds.size !== 1 || !taskId)
    throw new NotAnswered(`card ${approvalId} was approved into ${[...taskIds].join(' and ')}`);
  return taskId;
}

/**
 * Decides, and looks at the card. A refusal is all right where the answer to an earlier try of the same person was lost: the
 * card is as that try left it.
 */
async function unlessDecided(
  { client }: User,
  approvalId: ApprovalView['id'],
  status: ApprovalView['status'] | null,
  act: () => Promise<unknown>,
): Promise<ApprovalView> {
  const refusal = await insist('a decision', act).then(
    () => null,
    (error: unknown) => error,
  );
  const card = await insist('approvals.get', () => client.approvals.get({ approvalId }));
  const isDone = status === null ? card.taskId !== null : card.status === status;
  if (refusal && !isDone) throw refusal;
  return card;
}

/** Approves again what came back, until it is through. */
async function bringThrough(world: World, approvalId: string, planned: PlannedTask): Promise<void> {
  const [operator] = world.people.operators;
  for (let approvals = 1; operator; ) {
    const card = await insist('approvals.get', () =>
      operator.client.approvals.get({ approvalId: approvalId as ApprovalView['id'] }),
    );
    const isBack = card.status === 'FAILED' && card.restorable;
    if (card.status !== 'ACCEPTED' && !isBack) return;
    if (isBack) {
      if (approvals === APPROVALS_MAX) return;
      approvals += 1;
      world.timeline.note(`${planned.number} came back with ${card.lastError?.code}: approved again`);
      await unlessDecided(operator, card.id, null, () =>
        operator.client.approvals.approve({ approvalId: card.id }),
      );
    }
    await pause(LOOK_PAUSE_MS);
  }
}
