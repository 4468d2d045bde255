import { Clapperboard } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStudioText } from './use-studio-text.ts';

interface GenerationListProps {
  /** The cards; `null`: not read yet. */
  cards: readonly ReactNode[] | null;
  /** Why they could not be read; what was read before stays below. */
  problem: string | null;
  retrying: boolean;
  onRetry: () => void;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** Newest first, whatever state they are in. */
export function GenerationList(props: GenerationListProps) {
  const t = useStudioText();
  const { t: common } = useTranslation();
  const titleId = useId();
  const { cards, problem } = props;
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 content-start gap-4">
      <h2 id={titleId} className="text-lg font-bold">
        {t('list.title')}
      </h2>
      {problem !== null && (
        <Notice
          tone="danger"
          role="alert"
          title={t('list.problem')}
          actions={
            <Button size="small" look="secondary" busy={props.retrying} onClick={props.onRetry}>
              {common('action.retry')}
            </Button>
          }
        >
          {problem}
        </Notice>
      )}
      {cards === null ? (
        problem === null && <Skeleton className="h-56 w-full rounded-card" />
      ) : cards.length === 0 ? (
        <EmptyState
          icon={<Clapperboard aria-hidden className="size-7" />}
          title={t('list.empty')}
          lead={t('list.emptyLead')}
        />
      ) : (
        cards
      )}
      {props.hasMore && (
        <Button
          look="secondary"
          className="justify-self-center"
          busy={props.loadingMore}
          onClick={props.onMore}
        >
          {common('action.more')}
        </Button>
      )}
    </section>
  );
}
