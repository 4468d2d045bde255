import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { StreamEvent, TaskView } from '@dungji/contracts';

const AT = '2026-01-31T09:08:07.000Z';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  json: unknown;
}

export const result = (data: unknown, status = 200): Reply => ({ status, json: { result: { data } } });
export const refusal = (status: number, reason: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  json: {
    error: {
      message: reason,
      code: -32000,
      data: {
        code: 'X',
        httpStatus: status,
        reason,
        retryable: status >= 429,
        restorable: false,
        requestId: 'r1',
      },
    },
  },
});

/** A tiny server that speaks the wire of `events.subscribe` for one stream, and can be told to misbehave. */
export class EventServer {
  readonly log: StreamEvent[] = [];
  /** The resume id of each connection, in order; null for a fresh one. */
  readonly connections: (string | null)[] = [];
  /** Other procedures by path: what they answer. */
  readonly procedures = new Map<string, (input: unknown, headers: IncomingHttpHeaders) => Reply>();
  /** Paths of procedures that are never answered. */
  readonly unanswered = new Set<string>();
  /** Paths of the procedures that were called, in order. */
  readonly called: string[] = [];
  /** Answers instead of the stream, one per request while there are any; `always` for all. */
  readonly answers: Answer[] = [];
  always: Answer | null = null;
  /** Bytes after which a connection is cut, asked for each. */
  cutAfter: () => number = () => Number.POSITIVE_INFINITY;
  inactivityMs = 5_000;
  snapshotTasks: TaskView[] = [];

  /** Requests that were taken and never answered. */
  held = 0;
  /** Takes the request and says nothing: a proxy that holds the bytes back. */
  readonly hold: Answer = (response) => {
    this.held++;
    response.on('close', () => this.held--);
  };

  readonly #open = new Map<ServerResponse, { left: number }>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<EventServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const events = new EventServer(server, `http://127.0.0.1:${address.port}`);
    server.on('request', (request, response) => events.#accept(request, response));
    return events;
  }

  get openStreams(): number {
    return this.#open.size;
  }

  /** Sockets the server holds, streams or not. */
  sockets(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  emit(task?: TaskView): void {
    const event: StreamEvent = {
      stream: 'user:a',
      seq: this.log.length + 1,
      type: task ? 'task.progressed' : 'nest.changed',
      at: AT,
      ...(task && { task }),
    };
    this.log.push(event);
    for (const response of this.#open.keys()) this.send(response, event);
  }

  ping(): void {
    for (const response of this.#open.keys()) this.#write(response, 'event: ping\ndata: \n\n');
  }

  raw(text: string): void {
    for (const response of this.#open.keys()) this.#write(response, text);
  }

  cut(): void {
    for (const response of this.#open.keys()) response.destroy();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  send(response: ServerResponse, event: StreamEvent): void {
    this.#write(response, `data: ${JSON.stringify(event)}\nid: i${event.seq}\n\n`);
  }

  #accept(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.url);
    const procedure = url.pathname.replace('/trpc/', '');
    if (procedure !== 'events.subscribe') {
      void this.#answerCall(procedure, url, request, response);
      return;
    }
    const input: { lastEventId?: string } = JSON.parse(url.searchParams.get('input') ?? '{}');
    this.connections.push(input.lastEventId ?? null);
    const answer = this.answers.shift() ?? this.always;
    if (answer) answer(response, request);
    else this.#stream(response, input.lastEventId);
  }

  async #answerCall(
    procedure: string,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    this.called.push(procedure);
    if (this.unanswered.has(procedure)) return;
    const text = request.method === 'GET' ? url.searchParams.get('input') : body;
    const {
      status,
      headers = {},
      json,
    } = this.procedures.get(procedure)?.(JSON.parse(text || 'null'), request.headers) ?? {
      status: 404,
      json: {},
    };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
  }

  #stream(response: ServerResponse, lastEventId: string | undefined): void {
    this.#open.set(response, { left: this.cutAfter() });
    response.on('close', () => this.#open.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#write(
      response,
      `event: connected\ndata: ${JSON.stringify({ reconnectAfterInactivityMs: this.inactivityMs })}\n\n`,
    );
    const after = /^i(\d+)$/.exec(lastEventId ?? '')?.[1];
    if (after === undefined) this.send(response, this.#snapshot());
    for (const event of this.log.slice(Number(after ?? this.log.length))) this.send(response, event);
  }

  #snapshot(): StreamEvent {
    const seq = this.log.length;
    return {
      stream: 'user:a',
      seq,
      type: 'snapshot',
      at: AT,
      tasks: this.snapshotTasks,
      approvals: [],
      nests: [],
    };
  }

  /** Writes until the cut: a frame may be torn anywhere, also inside a character. */
  #write(response: ServerResponse, text: string): void {
    const connection = this.#open.get(response);
    if (!connection || response.destroyed) return;
    const bytes = Buffer.from(text);
    if (bytes.byteLength < connection.left) {
      connection.left -= bytes.byteLength;
      response.write(bytes);
      return;
    }
    const { left } = connection;
    connection.left = 0;
    response.write(bytes.subarray(0, left), () => response.destroy());
  }
}

export const refuse =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end('{}');
  };
