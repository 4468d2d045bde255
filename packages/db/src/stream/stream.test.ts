import { ChangeEvent, DEFAULT_LIMITS, SnapshotEvent } from '@dungji/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db.ts';
import { createNest } from '../nest/write.ts';
import { claimTask } from '../task/claim.ts';
import { reportProgress } from '../task/progress.ts';
import { settleTask } from '../task/settle.ts';
import { createTestDatabase, type TaskIn, type TestDatabase, taskIn, userIn } from '../testing/index.ts';
import { pruneEvents } from './prune.ts';
import { readStream, readStreams, streamPositions } from './read.ts';
import { snapshot } from './snapshot.ts';

let test: TestDatabase;
const emitted: ChangeEvent[] = [];
beforeEach(async () => {
  emitted.length = 0;
  test = await createTestDatabase({ onEvents: (events) => emitted.push(...events) });
});
afterEach(() => test.drop());

const own = (userId: TaskIn['userId']) => `user:${userId}` as const;
const HOUR_MS = 3_600_000;

/** A running task with that many events behind it. */
async function taskWithEvents(count: number): Promise<TaskIn> {
  const running = await taskIn(test.db, 'PROCESSING');
  for (let done = 1; done <= count; done += 1) {
    await reportProgress(test.db, running.fence, { done, total: count, label: '' });
  }
  return running;
}

describe('a stream', () => {
  it('is read from any number on, in order, as the contract spells it', async () => {
    const { userId } = await taskWithEvents(5);
    const stream = own(userId);
    const events = await readStream(test.db, { stream, after: 2, limit: 2 });
    expect(events.map((event) => event.seq)).toEqual([3, 4]);
    for (const event of events) expect(ChangeEvent.parse(event)).toEqual(event);
    expect(await readStream(test.db, { stream, after: 5, limit: 2 })).toEqual([]);
    expect(await readStream(test.db, { stream, after: 99, limit: 2 })).toEqual([]);
  });

  it('carries exactly what was handed on after the commit', async () => {
    const { userId } = await taskWithEvents(3);
    expect(await readStream(test.db, { stream: own(userId), after: 0, limit: 10 })).toEqual(emitted);
  });

  it('is read together with others in one query, each from its own number and up to its own limit', async () => {
    const one = own((await taskWithEvents(3)).userId);
    const two = own((await taskWithEvents(2)).userId);
    const silent = own(await userIn(test.db));
    const cursors = [
      { stream: one, after: 1 },
      { stream: two, after: 2 },
      { stream: silent, after: 0 },
    ];
    const news = await readStreams(test.db, cursors, 10);
    expect(news.map((event) => [event.stream, event.seq])).toEqual([
      [one, 2],
      [one, 3],
    ]);
    expect(await readStreams(test.db, [{ stream: one, after: 0 }], 2)).toHaveLength(2);
    expect(await readStreams(test.db, [], 2)).toEqual([]);
  });

  it('of a task in doubt reaches the operators too, with the same content', async () => {
    const { fence, userId } = await taskIn(test.db, 'PROCESSING');
    await settleTask(test.db, fence, { status: 'FAILED', code: 'OUTCOME_UNKNOWN' });
    const [mine] = await readStream(test.db, { stream: own(userId), after: 0, limit: 10 });
    const [theirs] = await readStream(test.db, { stream: 'operators', after: 0, limit: 10 });
    expect(theirs).toEqual({ ...mine, stream: 'operators' });
    const ordinary = await taskIn(test.db, 'PROCESSING');
    await settleTask(test.db, ordinary.fence, { status: 'FAILED', code: 'PORTAL_DOWN' });
    expect(await readStream(test.db, { stream: 'operators', after: 1, limit: 10 })).toEqual([]);
  });

  it('of a transaction that rolls back hands on nothing and leaves no gap', async () => {
    const { fence, userId } = await taskWithEvents(1);
    const onPurpose = new Error('on purpose');
    const rolledBack = inTransaction(test.db, async (tx) => {
      await reportProgress(tx, fence, { done: 2, total: 2, label: '' });
      throw onPurpose;
    });
    await expect(rolledBack).rejects.toBe(onPurpose);
    expect(emitted).toHaveLength(1);
    await reportProgress(test.db, fence, { done: 2, total: 2, label: '' });
    const events = await readStream(test.db, { stream: own(userId), after: 0, limit: 10 });
    expect(events.map((event) => event.seq)).toEqual([1, 2]);
  });
});

describe('positions', () => {
  it('tell where a stream begins and ends, also when it is pruned or never began', async () => {
    const part = own((await taskWithEvents(3)).userId);
    const gone = own((await taskWithEvents(2)).userId);
    const never = own(await userIn(test.db));
    await test.db.query('DELETE FROM event WHERE stream = $1 AND seq <= 2', [part]);
    await test.db.query('DELETE FROM event WHERE stream = $1', [gone]);
    expect(await streamPositions(test.db, [never, part, gone])).toEqual([
      { stream: never, firstSeq: 1, lastSeq: 0 },
      { stream: part, firstSeq: 3, lastSeq: 3 },
      { stream: gone, firstSeq: 3, lastSeq: 2 },
    ]);
  });

  it('go on after pruning, so that no number is ever used twice', async () => {
    const { fence, userId } = await taskWithEvents(3);
    const later = new Date(Date.now() + 2 * HOUR_MS);
    expect(await pruneEvents(test.db, { olderThanMs: 3 * HOUR_MS, at: later })).toBe(0);
    expect(await pruneEvents(test.db, { olderThanMs: HOUR_MS, at: later })).toBe(3);
    await reportProgress(test.db, fence, { done: 3, total: 3, label: '' });
    const events = await readStream(test.db, { stream: own(userId), after: 0, limit: 10 });
    expect(events.map((event) => event.seq)).toEqual([4]);
  });
});

describe('a snapshot', () => {
  it('holds active tasks, those settled within a day and the nests, at one number of the stream', async () => {
    const running = await taskWithEvents(2);
    const { userId, nestId } = running;
    const settled = await taskIn(test.db, 'SUCCESS', { user_id: userId, nest_id: nestId });
    await taskIn(test.db, 'FAILED', {
      user_id: userId,
      nest_id: nestId,
      settled_at: new Date(Date.now() - 25 * HOUR_MS),
    });
    await taskIn(test.db, 'PENDING');
    const [mine, ...rest] = await snapshot(test.db, { userId, operators: false });
    expect(rest).toEqual([]);
    expect(mine).toMatchObject({ type: 'snapshot', stream: own(userId), seq: 2, nests: [{ id: nestId }] });
    expect(mine?.tasks.map((task) => task.id)).toEqual([running.task.id, settled.task.id]);
    expect(SnapshotEvent.parse(mine)).toEqual(mine);
  });

  it('for an operator adds the tasks that need a person', async () => {
    const { fence, task } = await taskIn(test.db, 'PROCESSING');
    await settleTask(test.db, fence, { status: 'FAILED', code: 'OUTCOME_UNKNOWN' });
    const userId = await userIn(test.db, 'operator');
    const both = await snapshot(test.db, { userId, operators: true });
    expect(both).toMatchObject([
      { stream: own(userId), seq: 0, tasks: [] },
      { stream: 'operators', seq: 1, tasks: [{ id: task.id }] },
    ]);
  });

  it('and the events after its number are everything, whatever is written meanwhile', async () => {
    const { fence, userId, task } = await taskIn(test.db, 'PROCESSING');
    const total = 40;
    const writing = (async () => {
      for (let done = 1; done <= total; done += 1) {
        await reportProgress(test.db, fence, { done, total, label: '' });
      }
    })();
    const snapshots = [];
    for (let count = 0; count < 10; count += 1)
      snapshots.push(...(await snapshot(test.db, { userId, operators: false })));
    await writing;
    for (const taken of snapshots) {
      const seen = taken.tasks.find((one) => one.id === task.id);
      const rest = await readStream(test.db, { stream: own(userId), after: taken.seq, limit: 1_000 });
      expect(seen?.version).toBe(task.version + taken.seq);
      expect(rest).toHaveLength(total - taken.seq);
    }
  });
});

describe('one user', () => {
  it('has nests and tasks in one stream, numbered together', async () => {
    const { task, userId } = await taskIn(test.db, 'PENDING');
    await createNest(test.db, {
      userId,
      name: '둘째',
      roadAddress: '서울',
      detailAddress: '',
      buildingType: 'DETACHED',
      depositKrw: 0,
      monthlyRentKrw: 0,
      landlordName: '홍',
      contractFrom: '2026-01-01',
      contractTo: '2026-01-01',
    });
    await claimTask(test.db, {
      taskId: task.id,
      attempt: 1,
      workerId: 'w',
      bootId: 'b',
      limits: DEFAULT_LIMITS,
    });
    expect(emitted.map((event) => [event.type, event.seq])).toEqual([
      ['nest.changed', 1],
      ['task.started', 2],
    ]);
  });
});
