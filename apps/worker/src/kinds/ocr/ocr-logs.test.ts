import { readFileSync } from 'node:fs';
import { DEFAULT_LIMITS } from '@dungji/contracts';
import { acceptTask, findDocument, readText } from '@dungji/db';
import { documentIn, nestIn } from '@dungji/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLog } from '../../log.ts';
import { openWorld, type World } from '../../testing/world.ts';
import { ocrRunner } from './run.ts';

const REGISTER = readFileSync(
  new URL('../../../../../packages/documents/samples/unit-with-burdens.pdf', import.meta.url),
);
/** Persons, companies and numbers of either that stand on the sample's pages. */
const PERSONAL = ['홍길동', '임꺽정', '성춘향', '이몽룡', '가나은행', '라마유동화전문유한회사', '둥지구'];
const NUMBER = /\d{6}\s*-\s*[\d*]{7}/;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** Reads a register with every line of the log kept, from the most talkative level on. */
async function logOf(bytes: Uint8Array) {
  const { nestId, userId } = await nestIn(world.db);
  const documentId = await documentIn(world.db, { userId, nestId });
  const stored = await findDocument(world.db, { documentId, userId: null });
  if (stored === null) throw new Error('no document');
  await world.storage.put(stored.objectKey, bytes, 'application/pdf');
  const accepted = await acceptTask(world.db, {
    kind: 'ocr',
    userId,
    input: { documentId },
    documentId,
    limits: DEFAULT_LIMITS,
  });
  if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome);
  const lines: string[] = [];
  const log = openLog(
    { level: 'trace', workerId: 'worker-1', bootId: 'boot-1' },
    { write: (line: string) => void lines.push(line) },
  );
  const { run } = world.openRunner(
    { ocr: ocrRunner({ db: world.db, storage: world.storage }) },
    'boot-1',
    log,
  );
  await run({ taskId: accepted.task.id, attempt: 1 });
  return { documentId, lines, task: await world.find(accepted.task.id) };
}

function expectNobodyIn(lines: readonly string[]): void {
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).not.toMatch(NUMBER);
    for (const name of PERSONAL) expect(line).not.toContain(name);
  }
}

it('a reading that goes well logs nobody', async () => {
  const { task, lines, documentId } = await logOf(REGISTER);
  expect(task.status).toBe('SUCCESS');
  // The names are there to be leaked.
  const text = (await readText(world.db, documentId))?.pages.join('\n') ?? '';
  for (const name of PERSONAL) expect(text.replace(/\s/g, '')).toContain(name);
  expect(text).toMatch(NUMBER);
  expectNobodyIn(lines);
});

it('a file that breaks off within logs nobody', async () => {
  const { task, lines } = await logOf(REGISTER.subarray(0, REGISTER.length >> 1));
  expect(task).toMatchObject({ status: 'FAILED', errorCode: 'UNREADABLE_DOCUMENT' });
  expectNobodyIn(lines);
});

it('a database that refuses the text, and quotes it, logs nobody', async () => {
  await world.db.query(`ALTER TABLE document_text ADD CONSTRAINT refuses_all CHECK (pages = '{}') NOT VALID`);
  const { task, lines } = await logOf(REGISTER);
  expect(task).toMatchObject({ status: 'PROCESSING', lastErrorCode: 'SAVE_FAILED' });
  expectNobodyIn(lines);
});
