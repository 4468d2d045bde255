import type { DocType, NestView } from '@dungji/contracts';
import { trpc } from '../api/trpc.ts';
import { OutlookNote } from './OutlookNote.tsx';

/** Queues and workers come and go: an outlook older than this is looked at again while it is in sight. */
const LOOK_AGAIN_MS = 15_000;

/** What an issue of this document would cost and take right now. Says nothing when nobody knows. */
export function IssueOutlook({ nest, docType }: { nest: NestView; docType: DocType }) {
  const outlook = trpc.issuance.outlook.useQuery(
    { nestId: nest.id, docType },
    { refetchInterval: LOOK_AGAIN_MS },
  );
  if (outlook.error && !outlook.data) return null;
  return <OutlookNote outlook={outlook.data ?? null} />;
}
