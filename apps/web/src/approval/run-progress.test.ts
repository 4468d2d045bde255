import { expect, it } from 'vitest';
import { acceptedCard, approvalTask, bundleSteps } from '../fixtures/approval-views.ts';
import { ago, ahead, NOW_MS } from '../fixtures/views.ts';
import { runProgress } from './run-progress.ts';

const of = (card: Parameters<typeof acceptedCard>[0]) => runProgress(acceptedCard(card), NOW_MS);

it('a run that no worker has taken yet is waiting, until its limit', () => {
  const run = of({ steps: bundleSteps(0), task: approvalTask.waiting() });
  expect(run).toMatchObject({ phase: 'waiting', done: 0, total: 4, isOverdue: false });
  expect(run.limitAt).toBe(ahead(55 * 60_000));
});

it('the step that runs is the first that is not done, and the limit is its own', () => {
  const run = of({ steps: bundleSteps(1, 'STARTED') });
  expect(run).toMatchObject({ phase: 'running', done: 1, total: 4, interruptedBy: null });
  expect(run.current?.name).toBe('회고 병합');
  expect(run.limitAt).toBe(ahead(38 * 60_000));
});

it('time is counted from the moment the run was asked for, as the server tells it', () => {
  expect(of({}).since).toBe(ago(5 * 60_000));
});

it('between two attempts it says when it goes on and why it stopped', () => {
  const task = approvalTask.running(1, {
    attempt: 1,
    workerId: null,
    nextRetryAt: ahead(12_000),
    lastErrorCode: 'STEP_FAILED',
  });
  expect(of({ task })).toMatchObject({
    phase: 'retrying',
    interruptedBy: 'STEP_FAILED',
    nextRetryAt: ahead(12_000),
  });
});

it('a run taken up by another worker still says that it was interrupted', () => {
  const task = approvalTask.running(1, { attempt: 2, lastErrorCode: 'WORKER_LOST' });
  expect(of({ task })).toMatchObject({ phase: 'running', interruptedBy: 'WORKER_LOST' });
});

it('past its limit it says so', () => {
  expect(of({ task: approvalTask.running(1, { timeoutAt: ago(1) }) }).isOverdue).toBe(true);
});

it('with every step done it is finishing', () => {
  expect(of({ steps: bundleSteps(4) })).toMatchObject({ phase: 'finishing', done: 4, current: null });
});

it('a card whose task is not known yet is waiting since its decision', () => {
  expect(of({ steps: bundleSteps(0), task: null })).toMatchObject({
    phase: 'waiting',
    since: ago(5 * 60_000),
    limitAt: null,
  });
});
