import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db.ts';
import { removeNest } from '../nest/remove.ts';
import { createTestDatabase, documentIn, nestIn, type TestDatabase, taskIn } from '../testing/index.ts';
import { findOrphanObjects, forgetObject, listArtefacts, markObjectStored, planObject } from './object.ts';
import { listDocuments } from './read.ts';
import { insertDocument } from './write.ts';

const GRACE_MS = 3_600_000;
const NOON = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const plan = (key: string, more: Partial<Parameters<typeof planObject>[1]> = {}) =>
  planObject(test.db, { key, purpose: 'document', at: NOON, ...more });
const orphansAt = (at: Date) => findOrphanObjects(test.db, { graceMs: GRACE_MS, batch: 10, at });

describe('an orphan object', () => {
  it('is found after the grace period, whether its upload ended or not', async () => {
    await plan('planned');
    await plan('stored');
    await markObjectStored(test.db, 'stored', NOON);
    expect(await orphansAt(after(GRACE_MS - 1))).toEqual([]);
    expect((await orphansAt(after(GRACE_MS))).sort()).toEqual(['planned', 'stored']);
  });

  it('is none while a document names it or its task is active', async () => {
    const { nestId, userId } = await nestIn(test.db);
    await plan('kept');
    await insertDocument(test.db, {
      userId,
      nestId,
      docType: 'REGISTRY',
      taskId: null,
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      sizeBytes: 1,
      sha256: 'a',
      objectKey: 'kept',
    });
    const active = await taskIn(test.db, 'WAITING');
    await plan('uploading', { taskId: active.task.id });
    const settled = await taskIn(test.db, 'FAILED');
    await plan('left', { taskId: settled.task.id });
    expect(await orphansAt(after(GRACE_MS))).toEqual(['left']);
    expect(await listDocuments(test.db, { userId, nestId })).toMatchObject([
      { fileName: 'a.pdf', source: 'UPLOADED' },
    ]);
  });

  it('is what a document leaves behind that goes with its nest', async () => {
    const { nestId, userId } = await nestIn(test.db);
    const documentId = await documentIn(test.db, { userId, nestId });
    const later = new Date(Date.now() + GRACE_MS);
    expect(await orphansAt(later)).toEqual([]);
    await removeNest(test.db, { nestId, userId });
    expect(await orphansAt(later)).toEqual([`documents/${documentId}.pdf`]);
  });

  it('is found without reading the objects that documents name, however many there are', async () => {
    await test.db.query(
      `INSERT INTO stored_object (key, purpose, status, planned_at, stored_at, has_document)
       SELECT 'kept-' || n, 'document', 'STORED', $1::timestamptz, $1::timestamptz, true
       FROM generate_series(1, 5000) n`,
      [NOON],
    );
    await test.db.query('ANALYZE stored_object');
    await plan('left');
    const read = await inTransaction(test.db, async (tx) => {
      const at = after(GRACE_MS);
      expect(await findOrphanObjects(tx, { graceMs: GRACE_MS, batch: 10, at })).toEqual(['left']);
      const { rows } = await tx.query<{ read: number }>(
        `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables
         WHERE relname = 'stored_object'`,
      );
      return rows[0]?.read;
    });
    expect(read).toBeLessThan(10);
  });

  it('cannot be taken by a document, planned or stored any more once it is being deleted', async () => {
    await plan('gone');
    await orphansAt(after(GRACE_MS));
    expect(await plan('gone')).toBe(false);
    expect(await markObjectStored(test.db, 'gone')).toBe(false);
  });

  it('is deleted twice, a grace period apart, before it is forgotten: a hung upload may bring it back', async () => {
    await plan('zombie');
    expect(await orphansAt(after(GRACE_MS))).toEqual(['zombie']);
    await forgetObject(test.db, 'zombie', after(GRACE_MS));
    expect(await orphansAt(after(GRACE_MS + 1))).toEqual([]);
    expect(await orphansAt(after(2 * GRACE_MS))).toEqual(['zombie']);
    await forgetObject(test.db, 'zombie', after(2 * GRACE_MS));
    expect(await test.db.query('SELECT FROM stored_object')).toMatchObject({ count: 0 });
  });

  it('that a killed sweep left half deleted is found again', async () => {
    await plan('half');
    expect(await orphansAt(after(GRACE_MS))).toEqual(['half']);
    expect(await orphansAt(after(2 * GRACE_MS))).toEqual(['half']);
  });

  it('is given to one of two sweeps', async () => {
    for (let count = 0; count < 10; count += 1) await plan(`object-${count}`);
    const [one, two] = await Promise.all([orphansAt(after(GRACE_MS)), orphansAt(after(GRACE_MS))]);
    expect([...one, ...two].sort()).toEqual(Array.from({ length: 10 }, (_, count) => `object-${count}`));
  });
});

describe('a screenshot of a failed task', () => {
  it('is kept for its time, then dropped', async () => {
    const { task } = await taskIn(test.db, 'FAILED');
    await plan('shot.png', { purpose: 'screenshot', taskId: task.id });
    await markObjectStored(test.db, 'shot.png', NOON);
    expect(await listArtefacts(test.db, task.id)).toMatchObject([{ key: 'shot.png', purpose: 'screenshot' }]);
    const at = after(2 * GRACE_MS);
    expect(await orphansAt(at)).toEqual([]);
    const keep = { graceMs: GRACE_MS, keepArtefactsMs: 2 * GRACE_MS, batch: 10, at };
    expect(await findOrphanObjects(test.db, keep)).toEqual(['shot.png']);
  });
});
