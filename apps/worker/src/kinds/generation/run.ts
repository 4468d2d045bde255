import { GENERATION_STEPS, type GenerationInput, KINDS, type UserId } from '@dungji/contracts';
import { type Db, findDocument, handOver } from '@dungji/db';
import type { Storage } from '@dungji/storage';
import { z } from 'zod';
import { crashPoint } from '../../crash-point.ts';
import { TaskFailure, TaskLost } from '../../task-failure.ts';
import { type Attempt, type KindRunner, kindRunner } from '../kind-runner.ts';
import type { Provider } from './provider.ts';

export interface GenerationTools {
  readonly db: Db;
  readonly storage: Storage;
  /** Null: none is configured, and this worker takes no generations. */
  readonly provider: Provider | null;
}

const Submitted = z.object({ providerTaskId: z.string() });

/** Until the first question; the quickest videos take some seconds. */
export const FIRST_ASK_AFTER_MS = 1_000;
/** How long the provider may take to fetch a picture of ours out of its own queue. */
const PICTURE_LINK_SECONDS = 6 * 3_600;

/**
 * Hands a generation in, once, and lets it go: what happens at the provider is looked at by `look.ts`, and keeps no
 * worker busy.
 */
export function generationRunner({ db, storage, provider }: GenerationTools): KindRunner {
  return kindRunner('generation', GENERATION_STEPS, async (attempt) => {
    const { fence, steps, signal } = attempt;
    if (!provider) throw new TaskFailure('UNKNOWN', { cause: new Error('GENERATION_API_URL is not set') });
    const reconcile = async () => {
      const providerTaskId = await provider.findByKey(fence.taskId, signal).catch((cause: unknown) => {
        throw new TaskFailure('PROVIDER_FAILED', { cause });
      });
      return providerTaskId === null
        ? { happened: false as const }
        : { happened: true as const, output: { providerTaskId } };
    };
    const run = async () => {
      const imageUrl = await pictureUrl(db, storage, attempt.userId, attempt.input);
      crashPoint('picture found');
      return provider.submit({ ...attempt.input, imageUrl, idempotencyKey: fence.taskId }, signal);
    };
    const submitted = await steps
      .once('submit', Submitted, { idempotencyKey: fence.taskId, run, reconcile })
      .catch((error: unknown) => {
        if (isToBeAsked(error, attempt)) return null;
        throw error;
      });
    const handed = await handOver(db, fence, {
      providerTaskId: submitted?.providerTaskId ?? null,
      askAfterMs: FIRST_ASK_AFTER_MS,
    });
    crashPoint('handed over');
    return { settled: handed !== null };
  });
}

/** The last attempt that leaves open whether the provider took it: from now on the provider is asked, not tried again. */
const isToBeAsked = (error: unknown, { fence, steps, signal }: Attempt<unknown>): boolean =>
  steps.inDoubt() &&
  !signal.aborted &&
  !(error instanceof TaskLost) &&
  fence.attempt >= KINDS.generation.attemptsMax;

async function pictureUrl(
  db: Db,
  storage: Storage,
  userId: UserId,
  { imageDocumentId, imageUrl }: GenerationInput,
): Promise<string> {
  if (imageDocumentId === undefined) return imageUrl ?? '';
  const picture = await findDocument(db, { documentId: imageDocumentId, userId });
  if (!picture)
    throw new TaskFailure('UNREADABLE_DOCUMENT', {
      cause: new Error('the picture is gone'),
      hadNoEffect: true,
    });
  const { fileName, contentType } = picture.document;
  const { url } = await storage.presignGet(picture.objectKey, {
    fileName,
    contentType,
    expiresInSeconds: PICTURE_LINK_SECONDS,
  });
  return url;
}
