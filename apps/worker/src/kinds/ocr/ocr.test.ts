import { readFileSync } from 'node:fs';
import { DEFAULT_LIMITS, type DocumentId, type NestId, type TaskView, type UserId } from '@dungji/contracts';
import { acceptTask, findAnalyses, findDocument, findNest, readText } from '@dungji/db';
import { documentIn, nestIn } from '@dungji/db/testing';
import { findingsOf, READER_VERSION, subjectOf } from '@dungji/documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStorage, openWorld, type World } from '../../testing/world.ts';
import { ocrRunner } from './run.ts';

const REGISTER = new URL('../../../../../packages/documents/samples/unit-with-burdens.pdf', import.meta.url);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** A document whose object holds these bytes (or nothing), and the task that reads it. */
async function readingOf(bytes: Uint8Array | null): Promise<{ task: TaskView; documentId: DocumentId }> {
  const { nestId, userId } = await nestIn(world.db);
  const documentId = await documentIn(world.db, { userId, nestId });
  const stored = await findDocument(world.db, { documentId, userId: null });
  if (stored === null) throw new Error('no document');
  if (bytes) await world.storage.put(stored.objectKey, bytes, 'application/pdf');
  const accepted = await acceptTask(world.db, {
    kind: 'ocr',
    userId,
    input: { documentId },
    documentId,
    limits: DEFAULT_LIMITS,
  });
  if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome);
  return { task: accepted.task, documentId };
}

async function read(bytes: Uint8Array | null, storage = world.storage) {
  const { task, documentId } = await readingOf(bytes);
  await world.openRunner({ ocr: ocrRunner({ db: world.db, storage }) }).run({ taskId: task.id, attempt: 1 });
  return { task: await world.find(task.id), documentId };
}

describe('a reading', () => {
  it('keeps the text with the document', async () => {
    const { task, documentId } = await read(textPdf());
    expect(task).toMatchObject({
      status: 'SUCCESS',
      // It is no register, so nothing can be told of the nest.
      result: { documentId, pages: 1, method: 'TEXT_LAYER', findings: 2 },
    });
    expect(await readText(world.db, documentId)).toEqual({
      pages: [expect.stringContaining('Hello Dungji')],
      method: 'TEXT_LAYER',
    });
    expect((await findDocument(world.db, { documentId, userId: null }))?.document).toMatchObject({
      analysis: 'DONE',
      pages: 1,
    });
  });

  it('of a register keeps what it says, by version of the reader, and counts the findings', async () => {
    const { task, documentId } = await read(readFileSync(REGISTER));
    expect(task).toMatchObject({ status: 'SUCCESS', result: { documentId, pages: 4 } });
    const { rows } = await world.db.query<{ nestId: NestId; userId: UserId }>(
      'SELECT nest_id AS "nestId", user_id AS "userId" FROM document WHERE id = $1',
      [documentId],
    );
    const [place] = rows;
    if (!place) throw new Error('no document');
    const { REGISTRY } = await findAnalyses(world.db, place);
    expect(REGISTRY?.analysis).toMatchObject({
      readerVersion: READER_VERSION,
      registry: { seniorDebtKrw: 420_000_000, complete: true },
      ledger: null,
    });
    const nest = await findNest(world.db, place);
    if (!nest) throw new Error('no nest');
    const stored = await findAnalyses(world.db, place);
    expect(task.result).toMatchObject({
      findings: findingsOf(subjectOf(nest, stored, new Date())).length,
    });
  });

  it('of an empty or broken file ends UNREADABLE_DOCUMENT without another attempt', async () => {
    for (const bytes of [new Uint8Array(), Buffer.from('no pdf at all')]) {
      const { task, documentId } = await read(bytes);
      expect(task).toMatchObject({ status: 'FAILED', errorCode: 'UNREADABLE_DOCUMENT', attempt: 1 });
      expect((await findDocument(world.db, { documentId, userId: null }))?.document.analysis).toBe('FAILED');
    }
  });

  it('of a picture finds nothing to read, and ends well', async () => {
    const { task, documentId } = await readingOf(Buffer.from('a photo of a living room'));
    await world.db.query(
      `UPDATE document SET doc_type = 'PICTURE', content_type = 'image/png' WHERE id = $1`,
      [documentId],
    );
    const { run } = world.openRunner({ ocr: ocrRunner({ db: world.db, storage: world.storage }) });
    await run({ taskId: task.id, attempt: 1 });
    expect(await world.find(task.id)).toMatchObject({ status: 'SUCCESS', result: { pages: 1, findings: 0 } });
  });

  it('is tried again when the storage does not answer', async () => {
    const down = openTestStorage('http://127.0.0.1:9');
    const { task } = await read(null, down);
    down.close();
    expect(task).toMatchObject({ status: 'PROCESSING', lastErrorCode: 'OCR_FAILED', workerId: null });
  });
});

/** The smallest PDF with one line of text. */
function textPdf(): Uint8Array {
  const stream = 'BT /F1 24 Tf 72 720 Td (Hello Dungji, this page has a text layer of its own) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  pdf += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${pdf.indexOf('xref')}\n%%EOF`;
  return Buffer.from(pdf, 'latin1');
}
