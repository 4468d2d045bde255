import { type DocType, isActiveTask, type NestView } from '@dungji/contracts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { usePage } from '../page/page.ts';
import { useServerNow } from '../page/use-server-now.ts';
import { DocumentCard } from './DocumentCard.tsx';
import { documentPhase } from './document-phase.ts';
import { useIssue } from './use-issue.ts';
import { useReading } from './use-reading.ts';

interface NestDocumentProps {
  nest: NestView;
  docType: DocType;
  outlook?: ReactNode;
  children?: ReactNode;
}

/** One document of a nest, connected: its task's steps, its reading, and the calls of its buttons. */
export function NestDocument({ nest, docType, outlook, children }: NestDocumentProps) {
  const page = usePage();
  const navigate = useNavigate();
  const state = nest.documents[docType];
  const { task, document } = state;
  const active = task !== null && isActiveTask(task);
  const serverNowMs = useServerNow(active);
  const issue = useIssue(nest, docType);
  const reading = useReading(nest, task, document);

  // Issued, but the document's own event has not come: read the nest once more.
  const finishing = documentPhase(state) === 'finishing';
  useEffect(() => {
    if (finishing) void page.queries.nests.get.invalidate({ nestId: nest.id });
  }, [finishing, page, nest.id]);

  // When the limit passes, reading the nest makes the server settle what is overdue, also with nobody else alive.
  const timeoutAt = state.timeoutAt;
  const overdue = timeoutAt !== null && serverNowMs > Date.parse(timeoutAt);
  useEffect(() => {
    if (overdue) void page.queries.nests.get.invalidate({ nestId: nest.id });
  }, [overdue, page, nest.id]);

  return (
    <DocumentCard
      docType={docType}
      state={state}
      reading={reading}
      serverNowMs={serverNowMs}
      openCall={issue.openCall}
      refusal={issue.refusal}
      onIssue={issue.request}
      onReissue={issue.reissue}
      onCancel={issue.cancel}
      onDownload={issue.download}
      onEditAddress={() => void navigate({ to: '/nests/$nestId/edit', params: { nestId: nest.id } })}
      onCheckNow={() => void page.queries.nests.get.invalidate({ nestId: nest.id })}
      onReadAgain={issue.readAgain}
      outlook={outlook}
    >
      {children}
    </DocumentCard>
  );
}
