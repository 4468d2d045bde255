/** What a prompt asks the provider to do to it (CONTRACT §7). */
export interface PromptWishes {
  /** How long the rendering takes. */
  readonly renderMs: number;
  readonly fail: boolean;
  /** Refused at the door. */
  readonly reject: boolean;
  /** Success, and never a result. */
  readonly noUrl: boolean;
  /** Success, and a result this long afterwards. */
  readonly urlAfterMs: number | null;
  /** A state that nobody knows, for ever. */
  readonly state: string | null;
  /** The record is not found any more. */
  readonly gone: boolean;
  /** So many questions are answered with an error. */
  readonly queryErrors: number;
  /** The time of completion in seconds, where milliseconds are promised. */
  readonly secondsEpoch: boolean;
  /** The work is taken and the connection cut before the answer. */
  readonly dropReply: boolean;
  /** What is wrong with the file behind the result's address. */
  readonly file: FileFault | null;
}

export const FILE_FAULTS = ['missing', 'html', 'huge', 'endless', 'redirect', 'private', 'hang'] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** Short enough for a demonstration, long enough to be seen going on. */
const RENDER_DEFAULT_MS = 1_500;
/** Two days: beyond the ceiling of the product. */
const DELAY_MAX_MS = 172_800_000;
const ERRORS_MAX = 1_000_000;

const TOKEN = /\[\s*([a-z-]+)\s*(?:=([^\]]*))?\]/giu;

/** Reads the tokens of a prompt; the rest of it, and tokens it does not know, mean nothing. */
export function readPrompt(prompt: string): PromptWishes {
  const values = new Map<string, string>();
  for (const [, name, value] of prompt.matchAll(TOKEN))
    values.set((name ?? '').toLowerCase(), (value ?? '').trim());
  return {
    renderMs: count(values.get('render'), DELAY_MAX_MS) ?? RENDER_DEFAULT_MS,
    fail: values.has('fail'),
    reject: values.has('reject'),
    noUrl: values.has('no-url'),
    urlAfterMs: count(values.get('no-url-then-url'), DELAY_MAX_MS),
    state: values.get('state') || null,
    gone: values.has('gone'),
    queryErrors: count(values.get('query-error'), ERRORS_MAX) ?? 0,
    secondsEpoch: values.has('seconds-epoch'),
    dropReply: values.has('drop-reply'),
    file: FILE_FAULTS.find((fault) => fault === values.get('file')) ?? null,
  };
}

function count(value: string | undefined, max: number): number | null {
  return value !== undefined && /^\d{1,9}$/u.test(value) ? Math.min(Number(value), max) : null;
}
