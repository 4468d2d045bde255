import type { OperatorActionView } from '@dungji/contracts';
import { markObjectStored, planObject } from '@dungji/db';
import { taskIn } from '@dungji/db/testing';
import { openStorage } from '@dungji/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let operator: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  operator = await world.person('operator');
});
afterAll(() => world.close());

const inDoubt = async () => (await taskIn(world.db, 'IN_DOUBT')).task;
const audit = async (filter: object) =>
  (await operator.query<{ items: OperatorActionView[] }>('ops.audit', filter)).data.items;

describe('ops.screenshot', () => {
  it('gives a fresh link to the newest picture, or to a named one, and records who looked', async () => {
    const { env } = world;
    const storage = openStorage({
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      bucket: env.S3_BUCKET,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    });
    const task = await inDoubt();
    const keys = [1, 2].map((attempt) => `screenshots/${task.id}/${attempt}.png`);
    for (const [index, key] of keys.entries()) {
      await planObject(world.db, {
        key,
        purpose: 'screenshot',
        taskId: task.id,
        at: new Date(Date.now() + index),
      });
      await storage.put(key, Buffer.from(`picture ${index + 1}`), 'image/png');
      await markObjectStored(world.db, key);
    }
    const open = async (input: object) => {
      const { data } = await operator.mutate<{ url: string }>('ops.screenshot', {
        taskId: task.id,
        ...input,
      });
      return (await fetch(data.url)).text();
    };
    expect(await open({})).toBe('picture 2');
    expect(await open({ key: keys[0] })).toBe('picture 1');
    expect((await audit({ taskId: task.id })).map(({ detail }) => detail)).toEqual([
      { key: keys[0] },
      { key: keys[1] },
    ]);
    for (const key of keys) await storage.delete(key);
    storage.close();
  });

  it('is NOT_FOUND for what was never kept, and for the key of another task', async () => {
    const [task, other] = [await inDoubt(), await inDoubt()];
    const key = `screenshots/${other.id}/1.png`;
    await planObject(world.db, { key, purpose: 'screenshot', taskId: other.id });
    await markObjectStored(world.db, key);
    for (const input of [{}, { key }, { purpose: 'trace' }]) {
      const answer = await operator.mutate('ops.screenshot', { taskId: task.id, ...input });
      expect([answer.status, answer.error.data.reason]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await audit({ taskId: task.id })).toEqual([]);
  });
});
