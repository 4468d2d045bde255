import { GENERATION_COSTS, type GenerationSeconds } from '@dungji/contracts';
import { insist } from '../asking.ts';
import { GRANTED_CREDITS } from '../people.ts';
import type { Invariant } from './world.ts';

interface Video {
  readonly id: string;
  readonly userId: string;
  readonly status: string;
  readonly seconds: GenerationSeconds;
  readonly charges: number;
  readonly refunds: number;
  readonly sum: number;
}

/** A video costs its price or nothing, charged once and refunded at most once; nothing else costs. */
export const prices: Invariant = async ({ sql }) => {
  const { rows } = await sql.query<Video>(VIDEOS_SQL);
  const { rows: strange } = await sql.query<{ id: string }>(
    `SELECT DISTINCT t.id FROM credit_entry c JOIN task t ON t.id = c.task_id WHERE t.kind <> 'generation'`,
  );
  return [
    ...rows.flatMap(({ id, status, seconds, charges, refunds, sum }) => {
      const price = GENERATION_COSTS[seconds];
      const isRight =
        charges === 1 &&
        refunds === (status === 'FAILED' ? 1 : 0) &&
        sum === (status === 'FAILED' ? 0 : -price);
      return isRight
        ? []
        : [
            `video ${id} is ${status}: ${charges} charges and ${refunds} refunds make ${sum}, its price is ${price}`,
          ];
    }),
    ...strange.map(({ id }) => `task ${id} is no video and moved credits`),
  ];
};

const VIDEOS_SQL = `
  SELECT t.id, t.user_id AS "userId", t.status, (t.input ->> 'seconds')::int AS seconds,
         (count(*) FILTER (WHERE c.reason = 'CHARGE'))::int AS charges,
         (count(*) FILTER (WHERE c.reason = 'REFUND'))::int AS refunds,
         coalesce(sum(c.amount), 0)::int AS sum
  FROM task t LEFT JOIN credit_entry c ON c.task_id = t.id
  WHERE t.kind = 'generation' GROUP BY t.id`;

/** Each ledger is numbered without gaps and adds up line by line to the balance its owner is told, from what was granted. */
export const ledgers: Invariant = async ({ sql, people }) => {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT a.user_id AS id FROM credit_account a
     JOIN (SELECT user_id, number, balance_after, sum(amount) OVER w AS sum, row_number() OVER w AS place,
                  max(number) OVER (PARTITION BY user_id) AS last
           FROM credit_entry WINDOW w AS (PARTITION BY user_id ORDER BY number)) AS e ON e.user_id = a.user_id
     GROUP BY a.user_id
     HAVING bool_or(e.balance_after <> e.sum OR e.place <> e.number)
         OR bool_or(e.last <> a.entries OR (e.number = e.last AND e.balance_after <> a.balance))`,
  );
  const { rows: videos } = await sql.query<Video>(VIDEOS_SQL);
  const broken = rows.map(({ id }) => `the ledger of ${id} does not add up`);
  for (const { id, client } of people.users) {
    const delivered = videos.filter((video) => video.userId === id && video.status === 'SUCCESS');
    const spent = delivered.reduce((sum, { seconds }) => sum + GENERATION_COSTS[seconds], 0);
    const { balance } = await insist('credits.balance', () => client.credits.balance());
    if (balance !== GRANTED_CREDITS - spent)
      broken.push(`${id} is told ${balance} credits, and has spent ${spent} of ${GRANTED_CREDITS}`);
  }
  return broken;
};

/** The provider was given each delivered video once, and no video twice. */
export const handedIn: Invariant = async ({ sql, outside }) => {
  const { rows } = await sql.query<Video>(VIDEOS_SQL);
  const works = new Map<string, number>();
  for (const { idempotencyKey } of outside.submits)
    works.set(idempotencyKey, (works.get(idempotencyKey) ?? 0) + 1);
  return rows.flatMap(({ id, status }) => {
    const count = works.get(id) ?? 0;
    const isRight = status === 'SUCCESS' ? count === 1 : count <= 1;
    return isRight ? [] : [`video ${id} is ${status} and was rendered ${count} times`];
  });
};
