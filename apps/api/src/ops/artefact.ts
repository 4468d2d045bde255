import { basename } from 'node:path';
import type { ArtefactView, OpenArtefact, UserId } from '@dungji/contracts';
import { listArtefacts, recordAction } from '@dungji/db';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Long enough to look; a picture of somebody's address should not travel. */
const LINK_LIFE_SECONDS = 300;

const CONTENT_TYPES: Record<ArtefactView['purpose'], string> = {
  screenshot: 'image/png',
  trace: 'application/zip',
};

/**
 * A fresh link to what was kept of a failed task: the named one, or the newest of its kind. Recorded: it may show what
 * its owner typed.
 *
 * @throws Refusal NOT_FOUND when nothing of that kind was kept, or it has expired
 */
export async function openArtefact(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  operatorId: UserId,
  { taskId, purpose, key }: OpenArtefact,
): Promise<{ url: string; expiresAt: string; purpose: ArtefactView['purpose'] }> {
  const kept = await listArtefacts(db, taskId);
  const artefact = kept.find((one) => (key === undefined ? one.purpose === purpose : one.key === key));
  if (!artefact) throw new Refusal('NOT_FOUND');
  await recordAction(db, { operatorId, action: 'artefact.opened', taskId, detail: { key: artefact.key } });
  const { url, expiresAt } = await storage.presignGet(artefact.key, {
    fileName: `${taskId}-${basename(artefact.key)}`,
    contentType: CONTENT_TYPES[artefact.purpose],
    expiresInSeconds: LINK_LIFE_SECONDS,
  });
  return { url, expiresAt: expiresAt.toISOString(), purpose: artefact.purpose };
}
