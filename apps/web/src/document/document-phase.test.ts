import { docState, type TaskView } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import {
  ago,
  ahead,
  failedTask,
  NOW_MS,
  pendingTask,
  processingTask,
  storedDocument,
  succeededTask,
} from '../fixtures/views.ts';
import { documentPhase, lateness } from './document-phase.ts';

const phaseOf = (task: TaskView | null, document = null as ReturnType<typeof storedDocument> | null) =>
  documentPhase(docState(task, document, NOW_MS));

describe('documentPhase', () => {
  it.each([
    ['none', null, null],
    ['waiting', pendingTask(), null],
    ['working', processingTask(), null],
    ['retrying', processingTask({ nextRetryAt: ahead(12_000), workerId: null }), null],
    ['finishing', succeededTask(), null],
    ['ready', succeededTask(), storedDocument()],
    ['ready', null, storedDocument()],
    ['failed', failedTask('TIMEOUT'), null],
    ['cancelled', failedTask('CANCELLED'), null],
    ['waiting', pendingTask(), storedDocument()],
    ['failed', failedTask('TIMEOUT'), storedDocument()],
    ['ready', failedTask('TIMEOUT'), storedDocument({ source: 'UPLOADED', createdAt: ago(0) })],
  ] as const)('%s', (phase, task, document) => {
    expect(phaseOf(task, document)).toBe(phase);
  });
});

describe('lateness', () => {
  const at = (pendingSince: string, timeoutAt: string) =>
    lateness(docState(processingTask({ pendingSince, timeoutAt }), null, NOW_MS), NOW_MS);

  it('begins after three minutes of waiting, also when the page was opened only now', () => {
    expect(at(ago(180_000), ahead(60_000))).toBe('usual');
    expect(at(ago(180_001), ahead(60_000))).toBe('late');
  });
  it('turns overdue once the limit has passed', () => {
    expect(at(ago(1_200_000), ago(1))).toBe('overdue');
  });
  it('is nothing to a document that nobody waits for', () => {
    expect(lateness(docState(failedTask('TIMEOUT'), null, NOW_MS), NOW_MS)).toBe('usual');
  });
});
