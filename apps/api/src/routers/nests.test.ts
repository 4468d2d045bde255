import type { NestView, TaskView } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
let stranger: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  [tenant, stranger] = [await world.person(), await world.person()];
});
afterAll(() => world.close());

const create = async (who: Caller, more: object = {}) =>
  (await who.mutate<NestView>('nests.create', { ...NEST, ...more })).data;

describe('nests', () => {
  it('create answers the nest, ready to have its documents issued', async () => {
    const answer = await tenant.mutate<NestView>('nests.create', NEST);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ ...NEST, version: 1, housePriceKrw: null });
    expect(answer.data.documents.REGISTRY).toMatchObject({ task: null, document: null, canIssue: true });
  });

  it('create names each field that is wrong', async () => {
    const answer = await tenant.mutate('nests.create', {
      ...NEST,
      depositKrw: -1,
      contractTo: 'soon',
      colour: 'red',
    });
    expect(answer.status).toBe(400);
    expect(answer.error.data).toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'INVALID_INPUT',
      path: 'nests.create',
    });
    expect(Object.keys(answer.error.data.fieldErrors ?? {}).sort()).toEqual([
      'colour',
      'contractTo',
      'depositKrw',
    ]);
  });

  it('create with autoIssue starts the registry by itself', async () => {
    const nest = await create(tenant, { autoIssue: true });
    expect(nest.documents.REGISTRY.task).toMatchObject({ kind: 'issuance', status: 'PENDING' });
    expect(nest.documents.REGISTRY.pendingSince).not.toBeNull();
    expect(nest.documents.REGISTRY.canIssue).toBe(false);
  });

  it('list gives every own nest once, page by page, and nobody else’s', async () => {
    const who = await world.person();
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await create(who, { name: `nest ${n}` })).id);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await who.query<{ items: NestView[]; nextCursor: string | null; serverNow: string }>(
        'nests.list',
        {
          limit: 2,
          ...(cursor && { cursor }),
        },
      );
      expect(page.data.serverNow).toMatch(/Z$/);
      seen.push(...page.data.items.map(({ id }) => id));
      cursor = page.data.nextCursor;
    } while (cursor);
    expect(seen.sort()).toEqual(made.sort());
  });

  it.each(['nests.get', 'nests.remove', 'nests.update'] as const)(
    '%s answers the same NOT_FOUND for a foreign nest as for a missing one',
    async (path) => {
      const foreign = (await create(stranger)).id;
      const missing = `${foreign.slice(0, -6)}ZZZZZZ`;
      for (const nestId of [foreign, missing]) {
        const answer =
          path === 'nests.get' ? await tenant.query(path, { nestId }) : await tenant.mutate(path, { nestId });
        expect(answer.status).toBe(404);
        expect(answer.error.data).toMatchObject({ reason: 'NOT_FOUND', retryable: false });
      }
    },
  );

  it('update changes what it names, raises the version and leaves the rest', async () => {
    const nest = await create(tenant);
    const { data } = await tenant.mutate<NestView>('nests.update', {
      nestId: nest.id,
      landlordName: '김주인',
      housePriceKrw: 5,
    });
    expect(data).toMatchObject({ landlordName: '김주인', housePriceKrw: 5, name: NEST.name });
    expect(data.version).toBeGreaterThan(nest.version);
  });

  it('remove is refused while a task of the nest is active, and works afterwards', async () => {
    const nest = await create(tenant, { autoIssue: true });
    const taskId = (nest.documents.REGISTRY.task as TaskView).id;
    const refused = await tenant.mutate('nests.remove', { nestId: nest.id });
    expect([refused.status, refused.error.data.reason]).toEqual([409, 'ACTIVE_TASKS']);
    await tenant.mutate('tasks.cancel', { taskId });
    expect((await tenant.mutate('nests.remove', { nestId: nest.id })).status).toBe(200);
    expect((await tenant.query('nests.get', { nestId: nest.id })).status).toBe(404);
  });

  it.each(['nests.get', 'nests.list'])(
    '%s settles an own task that is over its limit, so the page shows its end',
    async (path) => {
      const who = await world.person();
      const nest = await create(who, { autoIssue: true });
      await world.db.query(
        `UPDATE task SET pending_at = pending_at - interval '6 minutes', deadline_at = deadline_at - interval '6 minutes' WHERE nest_id = $1`,
        [nest.id],
      );
      const { data } = await who.query<NestView & { items: NestView[]; serverNow: string }>(
        path,
        path === 'nests.get' ? { nestId: nest.id } : {},
      );
      const seen = path === 'nests.get' ? data : data.items[0];
      expect(seen?.documents.REGISTRY).toMatchObject({
        task: { status: 'FAILED', errorCode: 'STALE_PENDING' },
        canReissue: true,
      });
      expect(data.serverNow).toBeTruthy();
    },
  );
});
