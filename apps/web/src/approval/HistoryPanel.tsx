import type { ApprovalStatus } from '@dungji/contracts';
import { useServerNow } from '../page/use-server-now.ts';
import { HistoryList } from './HistoryList.tsx';
import { useCards } from './use-cards.ts';

interface HistoryPanelProps {
  status: ApprovalStatus | undefined;
  onStatus: (status: ApprovalStatus | undefined) => void;
}

export function HistoryPanel({ status, onStatus }: HistoryPanelProps) {
  const nowMs = useServerNow(true);
  const { onRetry: _, retrying: __, cards, ...list } = useCards(status);
  return (
    <HistoryList
      {...list}
      cards={cards?.toSorted((a, b) => (a.id < b.id ? 1 : -1)) ?? null}
      nowMs={nowMs}
      status={status}
      onStatus={onStatus}
    />
  );
}
