import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Structured logs. Errors are logged by their kind, not by their words: a browser's or a database's message may quote
 * an address or a name, so URLs lose their query, and of a message only its first line is kept, shortened.
 */
export function openLog(
  options: {
    readonly level: string;
    readonly workerId: string;
    readonly bootId: string;
  },
  destination?: DestinationStream,
): Logger {
  const settings = {
    level: options.level,
    base: { app: 'worker', workerId: options.workerId, bootId: options.bootId },
    serializers: { err: describeError },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

interface DescribedError {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly at?: readonly string[];
  readonly cause?: DescribedError;
}

const CAUSES_MAX = 4;
const FRAMES_MAX = 6;
const MESSAGE_MAX_CHARACTERS = 200;

/** An error without what may be personal: no query strings, no call logs, no quoted values. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, message: '' };
  const code: unknown = 'code' in error ? error.code : undefined;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, FRAMES_MAX);
  return {
    name: error.name,
    message: withoutPersonalData(error.message),
    ...(code === undefined ? {} : { code }),
    ...(depth === 0 ? { at: frames.map((frame) => frame.trim()) } : {}),
    ...(error.cause instanceof Error && depth < CAUSES_MAX
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}

const withoutPersonalData = (message: string): string =>
  (message.split('\n')[0] ?? '')
    .replace(/\b(https?:\/\/[^\s?#"']+)[?#][^\s"']*/g, '$1')
    .replace(/"[^"]*"|'[^']*'/g, (quoted) => (/^["'][\w.#-]*["']$/.test(quoted) ? quoted : '"…"'))
    .slice(0, MESSAGE_MAX_CHARACTERS);
