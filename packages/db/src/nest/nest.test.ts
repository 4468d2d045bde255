import {
  type ChangeEvent,
  ChangeEvent as ChangeEventSchema,
  NestView,
  REISSUE_AFTER_MS,
} from '@dungji/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planObject } from '../document/object.ts';
import { insertDocument } from '../document/write.ts';
import { newId } from '../ids.ts';
import {
  createTestDatabase,
  documentIn,
  nestIn,
  type TestDatabase,
  taskIn,
  userIn,
} from '../testing/index.ts';
import { violatedConstraint } from '../unavailable.ts';
import { findNest, listNests } from './read.ts';
import { removeNest } from './remove.ts';
import { createNest, type NewNest, updateNest } from './write.ts';

const emitted: ChangeEvent[] = [];
let test: TestDatabase;
let fields: NewNest;
beforeAll(async () => {
  test = await createTestDatabase({ onEvents: (events) => emitted.push(...events) });
});
afterAll(() => test.drop());
beforeEach(async () => {
  fields = {
    userId: await userIn(test.db),
    name: '첫 둥지',
    roadAddress: '서울특별시 마포구 월드컵로 1',
    detailAddress: '101동 1001호',
    buildingType: 'APARTMENT',
    depositKrw: 999_999_999_999,
    monthlyRentKrw: 0,
    landlordName: '홍길동',
    contractFrom: '2026-03-01',
    contractTo: '2028-02-29',
  };
  emitted.length = 0;
});

describe('a nest', () => {
  it('comes back as it went in: money as numbers, days as days', async () => {
    const nest = await createNest(test.db, fields);
    const { userId, ...given } = fields;
    expect(nest).toMatchObject({ ...given, housePriceKrw: null, version: 1 });
    expect(NestView.parse(nest)).toEqual(nest);
    expect(await findNest(test.db, { nestId: nest.id, userId })).toEqual(nest);
    expect(nest.documents.REGISTRY).toMatchObject({
      task: null,
      document: null,
      canIssue: true,
      canReissue: false,
    });
  });

  it('is told at every edit, with its new version', async () => {
    const nest = await createNest(test.db, fields);
    const edit = { nestId: nest.id, userId: fields.userId };
    const updated = await updateNest(test.db, { ...edit, depositKrw: 1, housePriceKrw: 700_000_000 });
    expect(updated).toMatchObject({
      outcome: 'updated',
      nest: { version: 2, depositKrw: 1, name: fields.name },
    });
    const cleared = await updateNest(test.db, { ...edit, housePriceKrw: null });
    expect(cleared).toMatchObject({ nest: { version: 3, housePriceKrw: null, depositKrw: 1 } });
    expect(emitted.map((event) => [event.type, event.seq, event.nest?.version])).toEqual([
      ['nest.changed', 1, 1],
      ['nest.changed', 2, 2],
      ['nest.changed', 3, 3],
    ]);
    for (const event of emitted) expect(ChangeEventSchema.parse(event)).toEqual(event);
  });

  it('does not take one day that contradicts the other, stored one', async () => {
    const nest = await createNest(test.db, fields);
    const edit = { nestId: nest.id, userId: fields.userId, contractTo: '2026-02-28' };
    expect(await updateNest(test.db, edit)).toEqual({ outcome: 'bad_contract' });
  });

  it('is nobody else’s', async () => {
    const nest = await createNest(test.db, fields);
    const stranger = { nestId: nest.id, userId: await userIn(test.db) };
    expect(await findNest(test.db, stranger)).toBeNull();
    expect(await updateNest(test.db, { ...stranger, name: 'x' })).toBeNull();
    expect(await removeNest(test.db, stranger)).toBeNull();
    expect(await findNest(test.db, { ...stranger, nestId: newId.nest() })).toBeNull();
  });

  it('shows its newest issuance and document, and what may be done about them', async () => {
    const { nestId, userId } = await nestIn(test.db);
    await taskIn(test.db, 'FAILED', { user_id: userId, nest_id: nestId });
    expect((await findNest(test.db, { nestId, userId }))?.documents.REGISTRY).toMatchObject({
      task: { status: 'FAILED' },
      canIssue: true,
      canReissue: true,
    });
    const longAgo = new Date(Date.now() - REISSUE_AFTER_MS - 1_000);
    const waiting = await taskIn(test.db, 'PENDING', {
      user_id: userId,
      nest_id: nestId,
      created_at: new Date(),
      pending_at: longAgo,
    });
    const documentId = await documentIn(test.db, { userId, nestId });
    const nest = await findNest(test.db, { nestId, userId });
    expect(nest?.documents.REGISTRY).toMatchObject({
      task: { id: waiting.task.id },
      document: { id: documentId, analysis: 'NONE' },
      pendingSince: longAgo.toISOString(),
      canIssue: false,
      canReissue: true,
    });
    expect(NestView.parse(nest)).toEqual(nest);
  });

  it('is listed newest first, page by page', async () => {
    const { userId } = fields;
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push((await createNest(test.db, fields)).id);
    const first = await listNests(test.db, { userId, limit: 3 });
    const second = await listNests(test.db, { userId, limit: 3, cursor: first.nextCursor ?? undefined });
    expect([...first.items, ...second.items].map((nest) => nest.id)).toEqual(made.reverse());
    expect(second.nextCursor).toBeNull();
  });
});

describe('removing a nest', () => {
  it('is refused while a task is active', async () => {
    for (const situation of ['PENDING', 'PROCESSING', 'WAITING'] as const) {
      const { nestId, userId } = await taskIn(test.db, situation);
      expect(await removeNest(test.db, { nestId, userId })).toBe('active_tasks');
      expect(await findNest(test.db, { nestId, userId })).not.toBeNull();
    }
  });

  it('takes its documents along, keeps its settled tasks, and is told', async () => {
    const { nestId, userId, task } = await taskIn(test.db, 'SUCCESS');
    await documentIn(test.db, { userId, nestId, taskId: task.id });
    expect(await removeNest(test.db, { nestId, userId })).toBe('removed');
    expect(emitted).toMatchObject([{ type: 'nest.changed', nestId, nest: null }]);
    expect(ChangeEventSchema.parse(emitted[0])).toEqual(emitted[0]);
    expect(await test.db.query('SELECT FROM document WHERE user_id = $1', [userId])).toMatchObject({
      count: 0,
    });
    expect(await test.db.query('SELECT FROM task WHERE id = $1', [task.id])).toMatchObject({ count: 1 });
    expect(await removeNest(test.db, { nestId, userId })).toBeNull();
  });

  it('and storing a document of it: the document is refused or goes along, and nobody waits for ever', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { nestId, userId } = await nestIn(test.db);
      const objectKey = `upload-${nestId}`;
      await planObject(test.db, { key: objectKey, purpose: 'document' });
      const file = { docType: 'REGISTRY', fileName: 'a.pdf', contentType: 'application/pdf' } as const;
      const [stored, removed] = await Promise.all([
        insertDocument(test.db, {
          userId,
          nestId,
          taskId: null,
          ...file,
          sizeBytes: 1,
          sha256: 'a',
          objectKey,
        }).catch(violatedConstraint),
        removeNest(test.db, { nestId, userId }),
      ]);
      expect(removed).toBe('removed');
      if (typeof stored === 'string') expect(stored).toBe('document_belongs_to_nest');
      expect(await test.db.query('SELECT FROM document WHERE nest_id = $1', [nestId])).toMatchObject({
        count: 0,
      });
    }
  });
});
