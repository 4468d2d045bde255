import type { ApprovalView } from '@dungji/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Part } from './Part.tsx';
import { RunningCard } from './RunningCard.tsx';
import { useApprovalText } from './use-approval-text.ts';

export interface RunningListProps {
  /** `null`: not read yet. */
  cards: readonly ApprovalView[] | null;
  nowMs: number;
  problem: string | null;
  /** The card whose run is being stopped now. */
  stopping: string | null;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
  onStop: (card: ApprovalView) => void;
}

/** What was approved and is being done now. */
export function RunningList(props: RunningListProps) {
  const { cards, nowMs, problem, stopping, onStop } = props;
  const t = useApprovalText();
  const { t: common } = useTranslation();
  return (
    <Part title={t('running.title')}>
      {problem && (
        <Notice tone="danger" role="alert" title={t('running.problem')}>
          {problem}
        </Notice>
      )}
      {cards === null && !problem && <Skeleton className="h-28 w-full rounded-2xl" />}
      {cards?.length === 0 && <p className="text-[0.9375rem] text-ink-soft">{t('running.none')}</p>}
      {cards !== null && cards.length > 0 && (
        <ul className="grid gap-5">
          {cards.map((card) => (
            <li key={card.id} className="border-t border-line pt-5 first:border-0 first:pt-0">
              <RunningCard
                card={card}
                nowMs={nowMs}
                stopping={stopping === card.id}
                onStop={() => onStop(card)}
              />
            </li>
          ))}
        </ul>
      )}
      {props.hasMore && (
        <Button
          look="secondary"
          size="small"
          className="justify-self-center"
          busy={props.loadingMore}
          onClick={props.onMore}
        >
          {common('action.more')}
        </Button>
      )}
    </Part>
  );
}
