import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDungjiClient } from './create-client.ts';
import type { DungjiClient } from './dungji-client.ts';
import { DungjiError, TaskWaitTimeoutError } from './dungji-error.ts';
import { PACE } from './pace.ts';
import { EventServer, refusal, refuse, result } from './testing/event-server.ts';
import { ManualEnvironment } from './testing/manual-environment.ts';
import { taskView } from './testing/task-view.ts';
import type { WatchEvent } from './watch.ts';

const TASK = 'tsk_01JH0000000000000000000000';
const NEST = 'nst_01JH0000000000000000000000';

let server: EventServer;
let environment: ManualEnvironment;
let client: DungjiClient;
let stop: AbortController;

beforeEach(async () => {
  server = await EventServer.start();
  environment = new ManualEnvironment();
  stop = new AbortController();
  client = createDungjiClient({ url: server.url, apiKey: 'key-1', environment });
});
afterEach(async () => {
  stop.abort();
  await vi.waitFor(() => expect(environment.leftovers).toBe(0));
  await server.stop();
});

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );
const until = (check: () => unknown): Promise<void> =>
  vi.waitFor(() => {
    if (!check()) throw new Error(`not yet: ${check}`);
  });
const answerTask = (version: number, end: Parameters<typeof taskView>[2] = {}) =>
  server.procedures.set('tasks.get', () =>
    result({ task: taskView(TASK, version, end), steps: [], serverNow: '2026-01-31T09:00:00.000Z' }),
  );

describe('calls', () => {
  it('carry the key and the input, one call per request', async () => {
    let seen: unknown;
    server.procedures.set('issuance.request', (input, headers) => {
      seen = { input, key: headers['x-api-key'] };
      return result({ taskId: TASK, status: 'PENDING' }, 202);
    });
    const accepted = await client.issuance.request({ nestId: NEST, docType: 'REGISTRY' });
    expect(accepted.taskId).toBe(TASK);
    expect(seen).toEqual({ input: { nestId: NEST, docType: 'REGISTRY' }, key: 'key-1' });
    expect(server.called).toEqual(['issuance.request']);
  });

  it('throw the reason that the server gave', async () => {
    server.procedures.set('tasks.cancel', () => refusal(409, 'ALREADY_RESOLVED'));
    const error = await failure(client.tasks.cancel({ taskId: TASK }));
    expect(error).toBeInstanceOf(DungjiError);
    expect(error).toMatchObject({
      reason: 'ALREADY_RESOLVED',
      retryable: false,
      data: { httpStatus: 409, requestId: 'r1' },
    });
  });

  it('tell how long the server wants to be left alone', async () => {
    server.procedures.set('tasks.list', () => refusal(429, 'RATE_LIMITED', { 'retry-after': '7' }));
    expect(await failure(client.tasks.list())).toMatchObject({
      reason: 'RATE_LIMITED',
      retryable: true,
      retryAfterMs: 7_000,
    });
  });

  it('throw UNREACHABLE when nobody answers, or not our server', async () => {
    server.procedures.set('health', () => ({ status: 502, json: 'bad gateway' }));
    expect(await failure(client.health())).toMatchObject({ reason: 'UNREACHABLE', retryable: true });
    const nowhere = createDungjiClient({ url: 'http://127.0.0.1:1', environment });
    expect(await failure(nowhere.health())).toMatchObject({ reason: 'UNREACHABLE' });
  });

  it('throw UNREACHABLE when the answer does not come in time', async () => {
    server.unanswered.add('health');
    const calling = failure(client.health());
    await until(() => server.called.length === 1);
    await environment.advance(PACE.callTimeout);
    expect(await calling).toMatchObject({ reason: 'UNREACHABLE', retryable: true });
    expect(environment.leftovers).toBe(0);
  });

  it("throw the caller's own reason when it aborts", async () => {
    const controller = new AbortController();
    server.procedures.set('health', () => {
      controller.abort(new Error('enough'));
      return result(null);
    });
    expect(await failure(client.health({ signal: controller.signal }))).toMatchObject({ message: 'enough' });
  });
});

describe('waitFor', () => {
  it('answers at once for a settled task, without a stream', async () => {
    answerTask(9, { isDone: true });
    expect(await client.waitFor(TASK)).toMatchObject({ status: 'SUCCESS', version: 9 });
    expect(server.connections).toHaveLength(0);
  });

  it('resolves with the settled task that the stream brings, and tells the versions before', async () => {
    answerTask(2);
    server.snapshotTasks = [taskView(TASK, 2)];
    const versions: number[] = [];
    const waiting = client.waitFor(TASK, { onChange: (task) => versions.push(task.version) });
    await until(() => server.openStreams === 1);
    server.emit(taskView(TASK, 3));
    server.emit(taskView(TASK, 2));
    server.emit(taskView(TASK, 4, { errorCode: 'PORTAL_DOWN' }));
    expect(await waiting).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN' });
    expect(versions).toEqual([2, 3]);
    await until(() => server.openStreams === 0);
    expect(server.called).toEqual(['tasks.get']);
  });

  it('shares one stream between many waits and closes it after the last', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => TASK.slice(0, -2) + String(index).padStart(2, '0'));
    server.procedures.set('tasks.get', (input) =>
      result({ task: taskView((input as { taskId: string }).taskId, 1), steps: [], serverNow: '' }),
    );
    server.snapshotTasks = ids.map((id) => taskView(id, 1));
    const waiting = Promise.all(ids.map((id) => client.waitFor(id)));
    await until(() => server.openStreams === 1 && server.called.length === 20);
    for (const id of ids) server.emit(taskView(id, 2, { isDone: true }));
    expect(await waiting).toHaveLength(20);
    expect(server.connections).toHaveLength(1);
    await until(() => server.openStreams === 0);
  });

  it('asks for a task that the snapshot does not hold', async () => {
    // Settled between the first look and the beginning of the stream.
    server.procedures.set('tasks.get', () => {
      answerTask(5, { isDone: true });
      return result({ task: taskView(TASK, 2), steps: [], serverNow: '' });
    });
    expect(await client.waitFor(TASK)).toMatchObject({ version: 5 });
    expect(server.called).toHaveLength(2);
  });

  it('polls while there is no stream', async () => {
    server.always = refuse(503);
    answerTask(2);
    const waiting = client.waitFor(TASK);
    await until(() => server.called.length === 2);
    answerTask(3, { isDone: true });
    await environment.advance(PACE.poll);
    expect(await waiting).toMatchObject({ status: 'SUCCESS' });
  });

  it('survives a server that is away at first', async () => {
    server.procedures.set('tasks.get', () => refusal(503, 'DEPENDENCY_DOWN'));
    server.always = refuse(503);
    const waiting = client.waitFor(TASK);
    await until(() => server.called.length === 2);
    server.always = null;
    answerTask(7, { isDone: true });
    await environment.advance(PACE.poll);
    expect(await waiting).toMatchObject({ version: 7 });
  });

  it.each([
    ['429', refusal(429, 'RATE_LIMITED', { 'retry-after': '2' })],
    ['503', refusal(503, 'DEPENDENCY_DOWN')],
  ])('asks again after a %s although the stream is live and will never tell', async (_, answer) => {
    const answers = [answer];
    server.procedures.set(
      'tasks.get',
      () =>
        answers.shift() ?? result({ task: taskView(TASK, 5, { isDone: true }), steps: [], serverNow: '' }),
    );
    const waiting = client.waitFor(TASK);
    await until(() => server.openStreams === 1);
    // Less than the silence after which the stream would be given up and polls begin.
    await environment.advance(2_000);
    expect(await waiting).toMatchObject({ version: 5 });
    expect(server.connections).toHaveLength(1);
  });

  it('opens the stream beside a first look that hangs', async () => {
    server.unanswered.add('tasks.get');
    server.snapshotTasks = [taskView(TASK, 2)];
    const waiting = client.waitFor(TASK);
    await until(() => server.called.length === 1);
    await environment.advance(PACE.firstLook);
    await until(() => server.openStreams === 1);
    server.emit(taskView(TASK, 3, { isDone: true }));
    expect(await waiting).toMatchObject({ version: 3 });
  });

  it('throws what is wrong with the task or the key', async () => {
    server.procedures.set('tasks.get', () => refusal(404, 'NOT_FOUND'));
    expect(await failure(client.waitFor(TASK))).toMatchObject({ reason: 'NOT_FOUND' });
    answerTask(1);
    server.always = refuse(401);
    expect(await failure(client.waitFor(TASK))).toMatchObject({ reason: 'UNAUTHENTICATED' });
  });

  it('throws TaskWaitTimeoutError with what it last saw', async () => {
    answerTask(2);
    server.snapshotTasks = [taskView(TASK, 2)];
    const waiting = failure(client.waitFor(TASK, { timeoutMs: 3_000 }));
    await until(() => server.openStreams === 1);
    await environment.advance(3_000);
    const error = await waiting;
    expect(error).toBeInstanceOf(TaskWaitTimeoutError);
    expect(error).toMatchObject({ taskId: TASK, lastSeen: { version: 2 } });
    await until(() => server.openStreams === 0);
  });

  it('ends with the reason of its signal, leaving no stream and no timer', async () => {
    answerTask(2);
    const waiting = failure(client.waitFor(TASK, { signal: stop.signal, timeoutMs: 60_000 }));
    await until(() => server.openStreams === 1);
    stop.abort(new Error('enough'));
    expect(await waiting).toMatchObject({ message: 'enough' });
    await until(() => server.openStreams === 0);
    expect(environment.leftovers).toBe(0);
  });
});

describe('watch', () => {
  const collect = async (into: WatchEvent[]): Promise<void> => {
    for await (const event of client.watch({ signal: stop.signal })) into.push(event);
  };

  it('tells a snapshot, then each change, and ends quietly when aborted', async () => {
    const seen: WatchEvent[] = [];
    const watching = collect(seen);
    await until(() => seen.length === 1);
    server.emit();
    server.cut();
    // The clock moves on while the network tells of the cut in its own time.
    await vi.waitFor(async () => {
      await environment.advance(PACE.backoffBase);
      expect(server.connections).toHaveLength(2);
    });
    server.emit();
    await until(() => seen.length === 3);
    expect(seen.map((event) => ('seq' in event ? event.seq : event.type))).toEqual([0, 1, 2]);
    stop.abort();
    await watching;
    await until(() => server.openStreams === 0);
  });

  it('frees its connection when the loop is left', async () => {
    for await (const event of client.watch()) if (event.type === 'snapshot') break;
    await until(() => server.openStreams === 0);
    expect(environment.leftovers).toBe(0);
  });

  it('tells by polls what changed while there is no stream', async () => {
    server.always = refuse(503);
    const list = (...tasks: unknown[]) =>
      server.procedures.set('tasks.list', () => result({ items: tasks, nextCursor: null, serverNow: 'now' }));
    list(taskView(TASK, 1));
    const seen: WatchEvent[] = [];
    const watching = collect(seen);
    await until(() => seen.length === 1);
    await environment.advance(PACE.poll * 2);
    list(taskView(TASK, 2));
    await environment.advance(PACE.poll);
    await until(() => seen.length === 2);
    expect(seen).toMatchObject([
      { type: 'polled', tasks: [{ version: 1 }] },
      { type: 'polled', tasks: [{ version: 2 }] },
    ]);
    stop.abort();
    await watching;
  });

  it('lets a slow reader go and brings it back without loss', async () => {
    const iterator = client.watch({ signal: stop.signal });
    await iterator.next();
    for (let i = 0; i < 1_500; i++) server.emit();
    await until(() => server.openStreams === 0);
    const seqs: number[] = [];
    while (seqs.length < 1_500) {
      const { value } = await iterator.next();
      if (value && 'seq' in value) seqs.push(value.seq);
    }
    expect(seqs).toEqual(Array.from({ length: 1_500 }, (_, index) => index + 1));
    expect(server.connections).toEqual([null, 'i1000']);
    await iterator.return();
  });

  it('throws UNAUTHENTICATED when the key is no longer good', async () => {
    server.always = refuse(401);
    expect(await failure(collect([]))).toMatchObject({ name: 'DungjiError', reason: 'UNAUTHENTICATED' });
  });
});
