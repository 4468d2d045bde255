import type { Accepted, DocumentId, UserId } from '@dungji/contracts';
import { acceptTask, findDocument, newestReading } from '@dungji/db';
import { accepted, dispatch } from '../accepted.ts';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Reads a stored document (again). While it is being read, the answer is that task.
 *
 * @throws Refusal NOT_FOUND for a document that is missing or somebody else's, DISPATCH_FAILED
 */
export async function requestReading(deps: Deps, userId: UserId, documentId: DocumentId): Promise<Accepted> {
  const answer = await acceptTask(deps.db, {
    kind: 'ocr',
    userId,
    input: { documentId },
    documentId,
    limits: deps.limits,
  });
  if (answer.outcome === 'accepted') return accepted(await dispatch(deps, answer.task), false);
  if (answer.outcome === 'reused') return accepted(answer.task, true);
  throw new Refusal('NOT_FOUND');
}

/**
 * The answer to completing an upload that is a document by now: its reading, in any state. Only one that could not be
 * queued is asked for anew, because that is why somebody completes again.
 *
 * @throws Refusal NOT_FOUND for what was never uploaded by this user, DISPATCH_FAILED
 */
export async function repeatedReading(deps: Deps, userId: UserId, documentId: DocumentId): Promise<Accepted> {
  const stored = await findDocument(deps.db, { documentId, userId });
  if (stored?.document.source !== 'UPLOADED') throw new Refusal('NOT_FOUND');
  const reading = await newestReading(deps.db, documentId);
  if (reading && reading.errorCode !== 'DISPATCH_FAILED') return accepted(reading, true);
  return requestReading(deps, userId, documentId);
}
