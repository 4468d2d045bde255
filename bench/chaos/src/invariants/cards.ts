import type { Aftermath, Invariant } from './world.ts';

/** What a card may be when its run has ended so; "none": it never had one. */
const EXPLAINED: Readonly<Record<string, readonly string[]>> = {
  none: ['OPEN', 'REJECTED', 'EXPIRED'],
  SUCCESS: ['APPLIED'],
  FAILED: ['FAILED', 'REJECTED', 'EXPIRED'],
};

interface Card {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly restorable: boolean;
  readonly code: string | null;
  readonly task: string | null;
  readonly taskCode: string | null;
  readonly done: readonly number[];
  readonly started: readonly number[];
  readonly steps: number;
}

const CARDS_SQL = `
  SELECT a.id, a.title, a.status, a.restorable, a.last_error_code AS code, t.status AS task, t.error_code AS "taskCode",
         jsonb_array_length(a.plan) AS steps,
         ARRAY(SELECT s.position FROM task_step s WHERE s.task_id = t.id AND s.status = 'DONE' ORDER BY 1) AS done,
         ARRAY(SELECT s.position FROM task_step s WHERE s.task_id = t.id ORDER BY 1) AS started
  FROM approval a LEFT JOIN task t ON t.id = a.task_id`;

/** Every card is in a state that its run explains, and carries the run's own cause. */
export const cards: Invariant = async ({ sql, requested }) => {
  const { rows } = await sql.query<Card>(CARDS_SQL);
  const byId = new Map(rows.map((card) => [card.id, card]));
  return [
    ...rows
      .filter(({ status, task }) => !EXPLAINED[task ?? 'none']?.includes(status))
      .map(({ id, status, task }) => `card ${id} is ${status} and its run is ${task ?? 'none'}`),
    ...rows
      .filter(({ status, code, taskCode }) => status === 'FAILED' && code !== taskCode)
      .map(({ id, code, taskCode }) => `card ${id} says ${code} and its run ended with ${taskCode}`),
    ...requested.flatMap(({ planned, approvalId }) => {
      if (planned.kind !== 'approval') return [];
      const card = byId.get(approvalId ?? '');
      if (planned.approvers === 0 && card?.status !== 'REJECTED')
        return [`card ${approvalId} was rejected and is ${card?.status}`];
      return [];
    }),
  ];
};

/** Steps run in order: what is done is the beginning of the list, and all of it where the card is APPLIED. */
export const stepOrder: Invariant = async ({ sql }) => {
  const { rows } = await sql.query<Card>(CARDS_SQL);
  const isBeginning = (positions: readonly number[]) =>
    positions.every((position, index) => position === index + 1);
  return rows.flatMap(({ id, task, steps, done, started }) => [
    ...(isBeginning(done) && isBeginning(started) && started.length <= done.length + 1
      ? []
      : [`card ${id} has done the steps ${done.join(', ')} of ${started.join(', ')}`]),
    ...(task === 'SUCCESS' && done.length !== steps
      ? [`card ${id} is through after ${done.length} of ${steps} steps`]
      : []),
  ]);
};

/** No effect twice, none of a later step without those before it, and one for each finished step. */
export const effects: Invariant = async (aftermath) => {
  const { rows } = await aftermath.sql.query<Card>(CARDS_SQL);
  const byId = new Map(rows.map((card) => [card.id, card]));
  return [
    ...twice(aftermath),
    ...aftermath.requested.flatMap((one) => effectsOf(one, byId.get(one.approvalId ?? ''), aftermath)),
  ];
};

function twice({ outside }: Aftermath): string[] {
  const counts = new Map<string, number>();
  for (const { key, times } of outside.applications) counts.set(key, (counts.get(key) ?? 0) + times);
  return [...counts]
    .filter(([, times]) => times > 1)
    .map(([key, times]) => `effect ${key} happened ${times} times`);
}

function effectsOf(
  { planned, effects: names, approvalId }: Aftermath['requested'][number],
  card: Card | undefined,
  { outside }: Aftermath,
): string[] {
  if (planned.kind !== 'approval' || !card) return [];
  const appliedAt = names.map((name) => outside.applications.find(({ key }) => key === name)?.appliedAt);
  const acting = planned.steps.map(({ action }) => action !== 'documents.issue');
  const missing = card.done.filter((position) => acting[position - 1] && !appliedAt[position - 1]);
  const early = appliedAt.flatMap((at, index) => (at && index > card.done.length ? [index + 1] : []));
  const times = appliedAt.filter((at) => at !== undefined);
  const isInOrder = times.every((at, index) => index === 0 || (times[index - 1] ?? '') <= at);
  return [
    ...missing.map((position) => `step ${position} of card ${approvalId} is done without an effect`),
    ...early.map((position) => `step ${position} of card ${approvalId} took effect before its turn`),
    ...(isInOrder ? [] : [`the steps of card ${approvalId} took effect out of order`]),
  ];
}

/** A step that has a document issued has one issued: another only after one that FAILED. */
export const issuedByCards: Invariant = async ({ sql }) => {
  const { rows } = await sql.query<{ id: string; count: number }>(
    `SELECT n.id, count(*)::int AS count
     FROM task t JOIN nest n ON n.id = t.nest_id
     WHERE t.kind = 'issuance' AND t.status = 'SUCCESS' GROUP BY n.id, t.doc_type HAVING count(*) > 1`,
  );
  // A card may have two such steps; they ask for the same document, one after the other.
  const { rows: asked } = await sql.query<{ id: string; steps: number }>(
    `SELECT step -> 'input' ->> 'nestId' AS id, count(*)::int AS steps
     FROM approval, jsonb_array_elements(plan) AS step WHERE step ->> 'action' = 'documents.issue' GROUP BY 1`,
  );
  const steps = new Map(asked.map((row) => [row.id, row.steps]));
  return rows
    .filter(({ id, count }) => count > (steps.get(id) ?? 1))
    .map(({ id, count }) => `nest ${id} was given the same document ${count} times`);
};
