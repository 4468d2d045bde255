import { expect, test } from 'vitest';
import { docState, REISSUE_AFTER_MS } from './doc-state-rule.ts';
import type { DocumentView } from './document.ts';
import { DocumentId, NestId, TaskId } from './ids.ts';
import type { TaskView } from './task-view.ts';

const ULID = '01JZZZZZZZZZZZZZZZZZZZZZZZ';
const since = '2026-01-31T09:00:00.000Z';
const sinceMs = Date.parse(since);

const issuanceTask = {
  id: TaskId.parse(`tsk_${ULID}`),
  kind: 'issuance',
  version: 1,
  attempt: 0,
  lastErrorCode: null,
  nextRetryAt: null,
  workerId: null,
  progress: null,
  nestId: NestId.parse(`nst_${ULID}`),
  docType: 'REGISTRY',
  approvalId: null,
  documentId: null,
  createdAt: since,
  result: null,
} as const;

const pending: TaskView = {
  ...issuanceTask,
  status: 'PENDING',
  errorCode: null,
  retryable: false,
  pendingSince: since,
  timeoutAt: '2026-01-31T09:05:00.000Z',
  startedAt: null,
  settledAt: null,
};
const failed: TaskView = {
  ...issuanceTask,
  status: 'FAILED',
  errorCode: 'PORTAL_DOWN',
  retryable: true,
  pendingSince: null,
  timeoutAt: null,
  startedAt: since,
  settledAt: since,
};
const document: DocumentView = {
  id: DocumentId.parse(`doc_${ULID}`),
  docType: 'REGISTRY',
  source: 'ISSUED',
  fileName: '등기부등본.pdf',
  contentType: 'application/pdf',
  sizeBytes: 1,
  sha256: 'x',
  pages: 1,
  analysis: 'NONE',
  createdAt: since,
};

test('a nest without task and document can be issued, not re-issued', () => {
  expect(docState(null, null, sinceMs)).toMatchObject({
    canIssue: true,
    canReissue: false,
    pendingSince: null,
  });
});

test('an active task blocks both until it has waited for over three minutes of server time', () => {
  expect(docState(pending, null, sinceMs + REISSUE_AFTER_MS)).toMatchObject({
    canIssue: false,
    canReissue: false,
  });
  expect(docState(pending, null, sinceMs + REISSUE_AFTER_MS + 1)).toMatchObject({
    canIssue: false,
    canReissue: true,
  });
});

test('the wait on screen is the task’s own, from the server', () => {
  expect(docState(pending, document, sinceMs)).toMatchObject({
    pendingSince: since,
    timeoutAt: pending.timeoutAt,
  });
});

test('a failed task or a document at hand may be asked for again', () => {
  expect(docState(failed, null, sinceMs)).toMatchObject({ canIssue: true, canReissue: true });
  expect(docState(null, document, sinceMs)).toMatchObject({ canIssue: false, canReissue: true });
});
