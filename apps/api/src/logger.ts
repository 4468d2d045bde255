import type { IncomingMessage } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';

/**
 * Logs say what happened to which request, never to whom: no bodies, cookies, keys, e-mail addresses, queries. Query
 * strings hold the input of tRPC queries, and messages of database errors quote values, so neither is written.
 */
export function openLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: describeForLog },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** One line per answered request; health checks only at debug, they would be most of the log. */
export function requestLog(logger: Logger): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: (req) => String(req.id),
    // Its own wrapping would hand our serializers copies, in which an error is no Error any more.
    wrapSerializers: false,
    customLogLevel: (req, res, error) => {
      if (error || res.statusCode >= 500) return 'error';
      return req.url?.startsWith('/health') ? 'debug' : 'info';
    },
    customErrorObject: (_req, _res, error) => ({ err: error }),
    serializers: {
      req: (req: IncomingMessage & { id?: unknown; url?: string }) => ({
        id: req.id,
        method: req.method,
        path: req.url?.split('?')[0],
      }),
      res: (res: { statusCode?: number }) => ({ status: res.statusCode }),
      err: describeForLog,
    },
  });
}

const field = (value: object, name: string): unknown =>
  name in value ? Reflect.get(value, name) : undefined;

/** An error without what it may quote: its stack, its code, and its message only when it is not the database's. */
function describeForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const quotesValues = 'query' in error || 'detail' in error || 'parameters' in error;
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? [];
  return {
    type: error.name,
    code: field(error, 'code'),
    constraint: field(error, 'constraint'),
    message: quotesValues ? undefined : error.message,
    stack: frames.slice(0, 12).join('\n'),
    ...(error.cause instanceof Error && { cause: describeForLog(error.cause) }),
  };
}
