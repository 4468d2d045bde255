import type { DocumentId } from '@dungji/contracts';
import { trpc } from '../api/trpc.ts';

/** A link lives five minutes; a picture that is shown anew after this time gets a new one. */
const LINK_GOOD_FOR_MS = 4 * 60_000;

/** A link to a picture of one's own. `undefined`: it is not here yet; `null`: there is none to be had. */
export function usePicture(documentId: DocumentId | null): string | null | undefined {
  const link = trpc.documents.download.useQuery(
    { documentId: documentId ?? '' },
    { enabled: documentId !== null, staleTime: LINK_GOOD_FOR_MS },
  );
  if (documentId === null) return null;
  return link.data?.url ?? (link.isError ? null : undefined);
}

/** The same for a few of them. */
export function usePictures(documentIds: readonly DocumentId[]) {
  const links = trpc.useQueries((ask) =>
    documentIds.map((documentId) => ask.documents.download({ documentId }, { staleTime: LINK_GOOD_FOR_MS })),
  );
  return documentIds.map((documentId, index) => {
    const link = links[index];
    return { documentId, url: link?.data?.url ?? (link?.isError ? null : undefined) };
  });
}
