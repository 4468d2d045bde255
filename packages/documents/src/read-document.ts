import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fileKind } from './file-kind.ts';
import { DEFAULT_READING_LIMITS, type ReadingLimits } from './limits.ts';
import type { ReadReport, ReadRequest } from './reader/messages.ts';
import type { DocumentReading, ReadableDocType } from './reading.ts';
import { ReadingFailedError, UnreadableDocumentError } from './reading-errors.ts';

export interface ReadPages {
  /** Text of each page, lines in reading order. A page with nothing on it is ''. */
  pages: string[];
  /** OCR when the text of at least one page was recognised from its picture. */
  method: 'TEXT_LAYER' | 'OCR';
  /** What the text says, read as the document it is supposed to be. */
  reading: DocumentReading;
}

export interface ReadOptions {
  /** What the file was announced as; other bytes are NOT_PDF. */
  contentType?: string | undefined;
  /** What the document is supposed to be; without it only the text is read. */
  docType?: ReadableDocType | null | undefined;
  /** Kills the reading process; the promise rejects with the signal's reason once the process is gone. */
  signal?: AbortSignal | undefined;
  limits?: Partial<ReadingLimits>;
}

/**
 * Reads the text of a PDF (or of a PNG/JPEG picture), page by page: the text layer where there is one, recognition where
 * there is none.
 *
 * Each document is read in a process of its own without secrets, so that a hostile file can at worst kill its own
 * reading: nothing of it blocks or outgrows the caller.
 *
 * @throws UnreadableDocumentError the file is at fault
 * @throws ReadingFailedError time-out or crash
 */
export async function readDocument(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadPages> {
  const { signal } = options;
  const limits = { ...DEFAULT_READING_LIMITS, ...options.limits };
  signal?.throwIfAborted();
  refuseAtTheDoor(bytes, options.contentType, limits);
  return readInOwnProcess({ bytes, limits, docType: options.docType ?? null }, signal);
}

function refuseAtTheDoor(bytes: Uint8Array, contentType: string | undefined, limits: ReadingLimits): void {
  if (bytes.byteLength === 0) throw new UnreadableDocumentError('EMPTY');
  if (bytes.byteLength > limits.bytes) throw new UnreadableDocumentError('TOO_LARGE');
  const kind = fileKind(bytes);
  if (kind === null) throw new UnreadableDocumentError('NOT_PDF');
  if (contentType !== undefined && contentType !== kind) throw new UnreadableDocumentError('NOT_PDF');
}

const ENTRY = fileURLToPath(new URL('./reader/start.mjs', import.meta.url));
/** Enough for a stack trace. */
const LAST_WORDS_CHARACTERS = 2_000;

function readInOwnProcess(request: ReadRequest, signal: AbortSignal | undefined): Promise<ReadPages> {
  const { limits } = request;
  const child = startReader(limits);
  return new Promise((resolve, reject) => {
    let lastWords = '';
    /** What the promise becomes once the process is gone; the first verdict stands. */
    let verdict: (() => void) | null = null;

    const end = (outcome: () => void) => {
      verdict ??= outcome;
      child.kill('SIGKILL');
    };
    const fail = (reason: 'TIMEOUT' | 'CRASHED') => () => reject(new ReadingFailedError(reason, lastWords));
    const onAbort = () => end(() => reject(signal?.reason));
    const onSilence = () => end(fail('TIMEOUT'));

    const whole = setTimeout(onSilence, limits.totalTimeoutMs);
    const page = setTimeout(onSilence, limits.pageTimeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });

    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-LAST_WORDS_CHARACTERS);
    });
    child.on('message', (report: ReadReport) => {
      page.refresh();
      if (report.type === 'ready') child.send(request, () => {});
      if (report.type === 'done') {
        const { pages, method, reading } = report;
        end(() => resolve({ pages, method, reading }));
      }
      if (report.type === 'unreadable') end(() => reject(new UnreadableDocumentError(report.reason)));
    });
    const onGone = (why: string) => {
      clearTimeout(whole);
      clearTimeout(page);
      signal?.removeEventListener('abort', onAbort);
      lastWords = `${lastWords}\n${why}`.trim();
      (verdict ?? fail('CRASHED'))();
    };
    child.once('close', (code, killedBy) => onGone(`exit code ${code}, signal ${killedBy}`));
    child.once('error', (error) => {
      lastWords = `${lastWords}\n${error.message}`;
      // A process that never started sends no 'close'.
      if (child.pid === undefined) onGone('not started');
    });
  });
}

function startReader(limits: ReadingLimits): ChildProcess {
  return fork(ENTRY, [String(limits.rssMegabytes), String(limits.totalTimeoutMs)], {
    execArgv: [`--max-old-space-size=${limits.heapMegabytes}`, '--expose-gc'],
    // The environment of the caller holds secrets, and a hostile file might find a way to read them.
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
