import type { NestView } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { CloudOff, HousePlus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { NestCard, NestCardSkeleton } from './NestCard.tsx';

export interface NestListProps {
  /** `null`: not read yet. */
  nests: readonly NestView[] | null;
  /** Why the list could not be read, in plain words; shown only while there is nothing to show instead. */
  problem: string | null;
  onRetry: () => void;
  retrying: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

export function NestList(props: NestListProps) {
  const { t } = useTranslation();
  const { nests } = props;
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-[1.75rem] leading-tight font-bold sm:text-3xl">{t('nests.title')}</h1>
          <p className="text-ink-soft">{t('nests.lead')}</p>
        </div>
        {nests !== null && nests.length > 0 && (
          <Link to="/nests/new" className={buttonClass()}>
            <Plus aria-hidden className="size-4.5" />
            {t('nests.add')}
          </Link>
        )}
      </div>
      <Body {...props} />
    </div>
  );
}

function Body({ nests, problem, onRetry, retrying, hasMore, loadingMore, onMore }: NestListProps) {
  const { t } = useTranslation();
  const grid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3';
  if (nests === null && problem !== null) {
    return (
      <EmptyState
        role="alert"
        icon={<CloudOff aria-hidden className="size-7" />}
        title={t('nests.errorTitle')}
        lead={problem}
        action={
          <Button busy={retrying} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        }
      />
    );
  }
  if (nests === null) {
    return (
      <div role="status" aria-label={t('app.loading')} className={grid}>
        <NestCardSkeleton />
        <NestCardSkeleton />
        <NestCardSkeleton />
      </div>
    );
  }
  if (nests.length === 0) {
    return (
      <EmptyState
        icon={<HousePlus aria-hidden className="size-7" />}
        title={t('nests.emptyTitle')}
        lead={t('nests.emptyLead')}
        action={
          <Link to="/nests/new" className={buttonClass()}>
            {t('nests.emptyAction')}
          </Link>
        }
      />
    );
  }
  return (
    <div className="grid gap-6">
      <ul className={grid}>
        {nests.map((nest) => (
          <li key={nest.id} className="grid">
            <NestCard nest={nest} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button look="secondary" className="justify-self-center" busy={loadingMore} onClick={onMore}>
          {t('action.more')}
        </Button>
      )}
    </div>
  );
}
