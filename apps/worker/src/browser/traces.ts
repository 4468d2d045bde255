import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';

/** A walk through the portal fills three megabytes, most of it a font; what is much bigger helps nobody who looks for a cause. */
const TRACE_MAX_BYTES = 10_000_000;
/** What is on the disk when it is emptied for want of a quiet moment: about half a gigabyte. */
const TRACES_PER_ROUND = 200;
const TAKE_TIMEOUT_MS = 10_000;

/** The recording of one session: every move, with the pages as they were. */
export interface Trace {
  /** Begins, or begins anew: what came before is thrown away. Nothing that is typed before is on record. */
  start(): Promise<void>;
  /** Ends, and returns a zip for Playwright's trace viewer. Null: there is none, or it is too big. */
  take(): Promise<Uint8Array | null>;
  /** Throws away what was not taken. */
  discard(): Promise<void>;
}

export interface Traces {
  /** Where Playwright keeps what is being recorded. */
  readonly folder: string;
  of(context: BrowserContext): Trace;
}

/**
 * Recordings of one browser. Playwright keeps what they share (pages, styles) until the browser ends, so the folder is
 * emptied whenever nothing is recorded, and when that does not happen by itself, new sessions go without until it does.
 */
export async function openTraces(): Promise<Traces> {
  const folder = await mkdtemp(join(tmpdir(), 'dungji-traces-'));
  let recording = 0;
  let startedSinceEmptied = 0;
  let emptying: Promise<void> = Promise.resolve();

  const end = () => {
    recording -= 1;
    if (recording > 0) return;
    startedSinceEmptied = 0;
    emptying = rm(folder, { recursive: true, force: true }).catch(() => {});
  };

  return {
    folder,
    of(context) {
      let isRecording = false;
      const stop = async (path?: string): Promise<void> => {
        await context.tracing.stop(path === undefined ? {} : { path });
      };
      const discard = async () => {
        if (!isRecording) return;
        isRecording = false;
        await stop().catch(() => {});
        end();
      };
      return {
        async start() {
          await discard();
          if (startedSinceEmptied >= TRACES_PER_ROUND) return;
          startedSinceEmptied += 1;
          recording += 1;
          isRecording = true;
          await emptying;
          await context.tracing.start({ snapshots: true }).catch(() => discard());
        },
        async take() {
          if (!isRecording) return null;
          isRecording = false;
          const path = join(tmpdir(), `${crypto.randomUUID()}.zip`);
          try {
            await Promise.race([stop(path), timeout(TAKE_TIMEOUT_MS)]);
            const { size } = await stat(path);
            return size <= TRACE_MAX_BYTES ? await readFile(path) : null;
          } catch {
            return null;
          } finally {
            end();
            await rm(path, { force: true });
          }
        },
        discard,
      };
    },
  };
}

const timeout = (ms: number): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no trace within ${ms} ms`)), ms).unref();
  });
