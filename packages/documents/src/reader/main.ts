import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { readStructure } from '../reading.ts';
import { UnreadableDocumentError } from '../reading-errors.ts';
import type { ReadReport, ReadRequest } from './messages.ts';
import { readPages } from './read-pages.ts';

// Reading takes whole seconds of a core; the processes that answer people go first.
setPriority(10);

// On a thread of its own, because the file may hold this one in a loop.
const [rssMegabytes, totalTimeoutMs] = process.argv.slice(2).map(Number);
new Worker(new URL('./guard.mjs', import.meta.url), {
  execArgv: [],
  workerData: { parentPid: process.ppid, rssMegabytes, totalTimeoutMs },
}).unref();

process.once('disconnect', () => process.exit(0));
process.once('message', (request: ReadRequest) => void read(request));
await report({ type: 'ready' });

async function read({ bytes, docType, limits }: ReadRequest): Promise<void> {
  try {
    const { layouts, again, ...read } = await readPages(bytes, limits, () => report({ type: 'page' }));
    const reading = readStructure(docType, read.pages, layouts, again);
    await report({ type: 'done', ...read, reading });
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    await report({ type: 'unreadable', reason: error.reason });
  }
}

function report(message: ReadReport): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) throw new Error('the reader runs only as a forked process');
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}
