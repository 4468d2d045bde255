import { randomUUID } from 'node:crypto';
import {
  type CreditEntryView,
  GENERATION_COSTS,
  type GenerationSeconds,
  type TaskId,
  type TaskView,
  type UserId,
} from '@dungji/contracts';
import { acceptTask, creditBalance, creditLedger, findDocument, grantCredits, readStream } from '@dungji/db';
import { userIn } from '@dungji/db/testing';
import { expect } from 'vitest';
import { openJobApi } from '../kinds/generation/job-api.ts';
import type { LookTools } from '../kinds/generation/look.ts';
import { generationRunner } from '../kinds/generation/run.ts';
import { lookAtDue } from '../kinds/generation/settlers.ts';
import { type Outside, silent, type World } from './world.ts';

/** A generation that somebody asked and paid for. */
export interface Order {
  readonly taskId: TaskId;
  readonly userId: UserId;
  readonly price: number;
}

/** What tests of generations do: order, hand in, let time pass, look. */
export function generationsOf(world: World, outside: Outside) {
  const { db } = world;
  const tools: LookTools = {
    db,
    storage: world.storage,
    provider: openJobApi({ url: outside.generationUrl, key: 'test' }),
    allowedHosts: new Set([new URL(outside.url).host]),
    limits: world.limits,
    log: silent,
  };
  const signal = new AbortController().signal;

  /** Paid out of what that person has, or of just enough for it. */
  async function order(prompt: string, seconds: GenerationSeconds = 5, of?: UserId): Promise<Order> {
    const userId = of ?? (await userIn(db));
    const price = GENERATION_COSTS[seconds];
    if (!of) await grantCredits(db, { userId, amount: price, note: 'n', key: randomUUID(), grantedBy: null });
    const input = { prompt, seconds, imageUrl: `${outside.url}/__sandbox/image.png` };
    const answer = await acceptTask(db, {
      kind: 'generation',
      userId,
      input,
      cost: price,
      limits: world.limits,
    });
    if (answer.outcome !== 'accepted') throw new Error(answer.outcome);
    return { taskId: answer.task.id, userId, price };
  }

  const ledger = async (userId: UserId): Promise<CreditEntryView[]> =>
    (await creditLedger(db, { userId, limit: 1_000 })).items.reverse();

  return {
    tools,
    order,
    ledger,

    /** What a worker does with its job. */
    async submit({ taskId }: Pick<Order, 'taskId'>, attempt = 1): Promise<void> {
      const kinds = { generation: generationRunner({ ...world, provider: tools.provider }) };
      await world.openRunner(kinds).run({ taskId, attempt });
    },

    /** Makes it the turn of these to be asked about. */
    async makeDue(...orders: readonly Pick<Order, 'taskId'>[]): Promise<void> {
      await db.query(
        `UPDATE generation SET next_check_at = now() - interval '1 second'
         WHERE task_id = ANY($1) AND next_check_at IS NOT NULL`,
        [orders.map((it) => it.taskId)],
      );
    },

    /** One settler's pass over what that person has due, after it was made due. */
    async look(it: Pick<Order, 'taskId' | 'userId'>, with_: Partial<LookTools> = {}): Promise<void> {
      await this.makeDue(it);
      await lookAtDue({ ...tools, ...with_ }, { userId: it.userId }, { budgetMs: 10_000, signal });
    },

    /** As if that much time had passed since it was accepted. */
    async age({ taskId }: Pick<Order, 'taskId'>, ms: number): Promise<void> {
      // One after the other: every statement of the product takes a task before what belongs to it.
      await db.query(
        `UPDATE task SET created_at = created_at - $2 * interval '1 ms', started_at = started_at - $2 * interval '1 ms',
           deadline_at = deadline_at - $2 * interval '1 ms'
         WHERE id = $1`,
        [taskId, ms],
      );
      await db.query(
        `UPDATE generation SET handed_over_at = handed_over_at - $2 * interval '1 ms',
           completed_at = completed_at - $2 * interval '1 ms' WHERE task_id = $1`,
        [taskId, ms],
      );
    },

    async facts({ taskId }: Pick<Order, 'taskId'>): Promise<Record<string, unknown> | undefined> {
      const { rows } = await db.query<Record<string, unknown>>(
        'SELECT * FROM generation WHERE task_id = $1',
        [taskId],
      );
      return rows[0];
    },

    reasons: async ({ userId }: Pick<Order, 'userId'>) => (await ledger(userId)).map((entry) => entry.reason),

    /**
     * What holds whatever happened to a settled generation: the ledger adds up and ends at nothing or the price, it was
     * settled once and told so once, and a SUCCESS has its file.
     */
    async expectSound({ taskId, userId, price }: Order): Promise<TaskView> {
      const task = await world.find(taskId);
      const entries = await ledger(userId);
      const own = entries.filter((entry) => entry.taskId === taskId);
      const net = own.reduce((sum, entry) => sum + entry.amount, 0);
      expect({ status: task.status, net, entries: own.length }).toEqual(
        task.status === 'FAILED'
          ? { status: 'FAILED', net: 0, entries: 2 }
          : { status: 'SUCCESS', net: -price, entries: 1 },
      );
      expect(task.errorCode).not.toBe('OUTCOME_UNKNOWN');
      expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(await creditBalance(db, userId));
      const events = await readStream(db, { stream: `user:${userId}`, after: 0, limit: 1_000 });
      const ends = events.filter((event) => event.type === 'task.resolved' && event.task?.id === taskId);
      expect(ends).toHaveLength(1);
      if (task.status === 'SUCCESS') {
        const stored = task.documentId && (await findDocument(db, { documentId: task.documentId, userId }));
        if (!stored) throw new Error(`${taskId} succeeded without a document`);
        const facts = await world.storage.head(stored.objectKey);
        expect(facts?.sizeBytes).toBe(stored.document.sizeBytes);
      }
      return task;
    },
  };
}
export type Generations = ReturnType<typeof generationsOf>;
