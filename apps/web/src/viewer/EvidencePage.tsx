import type { AnalysisView, DocumentId } from '@dungji/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchWithin } from '../api/deadline.ts';
import { refusedFor } from '../api/refusal.ts';
import { evidenceOf } from '../desk/evidence-key.ts';
import { useDeskText } from '../desk/use-desk-text.ts';
import { whereOf } from '../desk/where.ts';
import { usePage } from '../page/page.ts';
import { EvidenceViewer, type PaperFile } from './EvidenceViewer.tsx';

/** 20 MB at the speed of a slow phone. */
const FILE_WITHIN_MS = 120_000;
/** A document never changes; it is forgotten soon after it was looked at, because it is large and private. */
const KEPT_MS = 60_000;

interface EvidencePageProps {
  evidenceKey: string;
  analysis: AnalysisView;
  onClose: () => void;
}

/** The evidence that the address names, with the file behind it. */
export function EvidencePage({ evidenceKey, analysis, onClose }: EvidencePageProps) {
  const t = useDeskText();
  const { queries } = usePage();
  const evidence = evidenceOf(evidenceKey, analysis);
  const [index, setIndex] = useState(evidence?.first ?? 0);
  const [downloading, setDownloading] = useState(false);
  const piece = evidence?.pieces[index];
  const documentId = piece?.documentId ?? analysis.documents.REGISTRY?.documentId ?? null;
  const link = (id: DocumentId) => queries.documents.download.fetch({ documentId: id }, { staleTime: 0 });
  const file = useQuery({
    queryKey: ['paper', documentId],
    enabled: documentId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    // Bytes are not compared with bytes.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      if (documentId === null) throw new Error('no document');
      const { url } = await link(documentId);
      const answer = await fetchWithin(FILE_WITHIN_MS)(url, { signal });
      if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
  });
  if (!evidence || !piece) return null;
  const shown: PaperFile = file.data
    ? { state: 'ready', bytes: file.data }
    : file.error || documentId === null
      ? {
          state: 'failed',
          reason: documentId === null || refusedFor(file.error, 'NOT_FOUND') ? 'notThere' : 'unreachable',
        }
      : { state: 'loading' };
  return (
    <EvidenceViewer
      pieces={evidence.pieces}
      index={index}
      where={whereOf(t, piece, analysis)}
      file={shown}
      downloading={downloading}
      onIndex={setIndex}
      onRetry={() => void file.refetch()}
      onDownload={() => {
        if (documentId === null) return;
        setDownloading(true);
        link(documentId)
          .then(({ url }) => window.location.assign(url))
          .catch(() => {}) // The viewer itself says when the document is out of reach.
          .finally(() => setDownloading(false));
      }}
      onClose={onClose}
    />
  );
}
