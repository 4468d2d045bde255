import { DEFAULT_LIMITS, type DocumentId } from '@dungji/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeNest } from '../nest/remove.ts';
import { createTestDatabase, nestIn, type TestDatabase, userIn } from '../testing/index.ts';
import { findOrphanObjects, forgetObject, planObject } from './object.ts';
import { newestReading } from './read.ts';
import { completeUpload, findUpload, OPEN_UPLOADS_MAX, openUpload, rejectUpload } from './upload.ts';

const LIFE_MS = 900_000;
const GRACE_MS = 3_600_000;
const FILE = {
  docType: 'REGISTRY',
  fileName: '등기.pdf',
  contentType: 'application/pdf',
  sizeBytes: 10,
  sha256: '0'.repeat(64),
} as const;

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

async function opened(at?: Date) {
  const { nestId, userId } = await nestIn(test.db);
  const upload = await openUpload(test.db, { ...FILE, nestId, userId, lifeMs: LIFE_MS, ...(at && { at }) });
  if (upload.outcome !== 'opened') throw new Error(upload.outcome);
  return { ...upload, nestId, userId };
}

/** The look at the file took place: its copy lies where only we can write. */
async function complete(
  upload: { documentId: DocumentId; userId: Awaited<ReturnType<typeof userIn>> },
  copy = 'a',
) {
  const objectKey = `documents/${upload.documentId}/${copy}`;
  await planObject(test.db, { key: objectKey, purpose: 'document' });
  return completeUpload(test.db, { ...upload, objectKey, limits: DEFAULT_LIMITS });
}

const rowsOf = async (table: string) => (await test.db.query(`SELECT FROM ${table}`)).count;

describe('an upload', () => {
  it('has its object on record from the first moment, and is nothing of somebody else', async () => {
    const upload = await opened();
    expect(await findUpload(test.db, upload)).toMatchObject({
      ...FILE,
      objectKey: upload.objectKey,
      isSwept: false,
    });
    const { rows } = await test.db.query('SELECT key, status FROM stored_object');
    expect(rows).toEqual([{ key: upload.objectKey, status: 'PLANNED' }]);
    const stranger = { documentId: upload.documentId, userId: await userIn(test.db) };
    expect(await findUpload(test.db, stranger)).toBeNull();
    expect(await complete(stranger, 'b')).toBeNull();
    expect(await rejectUpload(test.db, stranger)).toBe(false);
  });

  it('for a nest that is missing or somebody else’s opens nothing', async () => {
    const { nestId } = await nestIn(test.db);
    const userId = await userIn(test.db);
    expect(await openUpload(test.db, { ...FILE, nestId, userId, lifeMs: LIFE_MS })).toEqual({
      outcome: 'missing',
    });
    expect([await rowsOf('upload'), await rowsOf('stored_object')]).toEqual([0, 0]);
  });

  it('is one of so many of a person, however many calls come at once, until links expire', async () => {
    const userId = await userIn(test.db);
    const open = (at?: Date) => openUpload(test.db, { ...FILE, userId, lifeMs: LIFE_MS, ...(at && { at }) });
    const answers = await Promise.all(Array.from({ length: OPEN_UPLOADS_MAX + 5 }, () => open()));
    const count = (outcome: string) => answers.filter((answer) => answer.outcome === outcome).length;
    expect([count('opened'), count('too_many')]).toEqual([OPEN_UPLOADS_MAX, 5]);
    expect(await open()).toMatchObject({ outcome: 'too_many', until: expect.any(Date) });
    expect(await open(new Date(Date.now() + LIFE_MS + 1_000))).toMatchObject({ outcome: 'opened' });
  });

  it('becomes a document with its reading in one move, and frees the object that its sender can write', async () => {
    const upload = await opened();
    const done = await complete(upload);
    expect(done).toMatchObject({
      document: { id: upload.documentId, source: 'UPLOADED', analysis: 'NONE', fileName: '등기.pdf' },
      ocrTask: { kind: 'ocr', status: 'PENDING', documentId: upload.documentId, nestId: upload.nestId },
    });
    expect(await newestReading(test.db, upload.documentId)).toEqual(done?.ocrTask);
    expect(await rowsOf('upload')).toBe(0);
    const { rows } = await test.db.query('SELECT status FROM stored_object WHERE key = $1', [
      upload.objectKey,
    ]);
    expect(rows).toEqual([{ status: 'DELETING' }]);
    const events = await test.db.query('SELECT type FROM event ORDER BY seq');
    expect(events.rows).toEqual([{ type: 'document.stored' }, { type: 'task.accepted' }]);
  });

  it('is completed by exactly one of several calls', async () => {
    const upload = await opened();
    const done = await Promise.all(['a', 'b', 'c', 'd'].map((copy) => complete(upload, copy)));
    expect(done.filter((answer) => answer !== null)).toHaveLength(1);
    expect([await rowsOf('document'), await rowsOf('task')]).toEqual([1, 1]);
  });

  it('that was refused or whose nest is gone becomes nothing', async () => {
    const refused = await opened();
    expect(await rejectUpload(test.db, refused)).toBe(true);
    expect(await complete(refused)).toBeNull();
    const homeless = await opened();
    await removeNest(test.db, homeless);
    expect(await complete(homeless)).toBeNull();
    expect(await rowsOf('document')).toBe(0);
  });

  it('and the removal of its nest do not wait for each other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const upload = await opened();
      const [done, removed] = await Promise.all([complete(upload), removeNest(test.db, upload)]);
      expect(removed).toBe(done ? 'active_tasks' : 'removed');
    }
  });

  it('that nobody completes is swept with its object once its link is dead for long', async () => {
    const noon = new Date('2026-03-01T12:00:00.000Z');
    const after = (ms: number) => new Date(noon.getTime() + ms);
    const upload = await opened(noon);
    const orphansAt = (at: Date) => findOrphanObjects(test.db, { graceMs: GRACE_MS, batch: 10, at });
    expect(await orphansAt(after(GRACE_MS - 1))).toEqual([]);
    expect(await orphansAt(after(GRACE_MS))).toEqual([upload.objectKey]);
    expect(await findUpload(test.db, upload)).toMatchObject({ isSwept: true });
    await forgetObject(test.db, upload.objectKey, after(GRACE_MS));
    expect(await orphansAt(after(2 * GRACE_MS))).toEqual([upload.objectKey]);
    await forgetObject(test.db, upload.objectKey, after(2 * GRACE_MS));
    expect([await rowsOf('upload'), await rowsOf('stored_object')]).toEqual([0, 0]);
  });
});
