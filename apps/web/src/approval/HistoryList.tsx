import { ApprovalStatus, type ApprovalView, isActionable } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CardBadge } from './CardBadge.tsx';
import { errorText } from './error-text.ts';
import { StepList } from './StepList.tsx';
import { StepValue } from './StepValue.tsx';
import { useApprovalText } from './use-approval-text.ts';

export interface HistoryListProps {
  status: ApprovalStatus | undefined;
  /** `null`: not read yet. */
  cards: readonly ApprovalView[] | null;
  nowMs: number;
  problem: string | null;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
  onStatus: (status: ApprovalStatus | undefined) => void;
}

/** Every card there ever was, newest first. */
export function HistoryList(props: HistoryListProps) {
  const { status, cards, nowMs, problem, onStatus } = props;
  const t = useApprovalText();
  const { t: common } = useTranslation();
  const filterId = useId();
  return (
    <section aria-labelledby={`${filterId}-title`} className="grid gap-5">
      <h2 id={`${filterId}-title`} className="sr-only">
        {t('history.title')}
      </h2>
      <div className="grid gap-2">
        <span id={filterId} className="text-sm font-semibold">
          {t('history.filter')}
        </span>
        <ChoiceGroup
          labelledBy={filterId}
          choices={[
            { value: 'ANY', label: t('history.any') },
            ...ApprovalStatus.options.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
          value={status ?? 'ANY'}
          onChange={(value) => onStatus(value === 'ANY' ? undefined : value)}
        />
      </div>
      {problem && (
        <Notice tone="danger" role="alert" title={t('history.problem')}>
          {problem}
        </Notice>
      )}
      {cards === null && !problem && <Skeleton className="h-72 w-full rounded-card" />}
      {cards?.length === 0 && !props.hasMore && (
        <p className="rounded-card bg-surface p-6 text-ink-soft shadow-card ring-1 ring-line">
          {t('history.none')}
        </p>
      )}
      {cards !== null && cards.length > 0 && (
        <ul className="grid divide-y divide-line overflow-hidden rounded-card bg-surface shadow-card ring-1 ring-line">
          {cards.map((card) => (
            <li key={card.id}>
              <Row card={card} nowMs={nowMs} />
            </li>
          ))}
        </ul>
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

function Row({ card, nowMs }: { card: ApprovalView; nowMs: number }) {
  const t = useApprovalText();
  const locale = useLocale();
  const who = card.decidedByName
    ? t(card.status === 'REJECTED' ? 'history.rejected' : 'history.approved', { name: card.decidedByName })
    : t('history.asked', { name: card.requestedByName });
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-3 px-5 py-4 hover:bg-sunken focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
          <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
            <h3 className="font-semibold">{card.title}</h3>
            <p className="text-sm text-ink-soft">
              {who} · {formatMoment(card.decidedAt ?? card.createdAt, locale)}
            </p>
          </div>
          <CardBadge status={card.status} />
        </div>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-4 border-t border-line px-5 py-4">
        {card.summary && <p className="whitespace-pre-line">{card.summary}</p>}
        <Facts card={card} />
        <StepList steps={card.steps} nowMs={nowMs}>
          {({ output }) => <StepValue label={t('step.output')} value={output} />}
        </StepList>
        {isActionable(card) && <p className="text-sm text-ink-soft">{t('history.openAgain')}</p>}
        {card.taskId && (
          <Link
            to="/ops"
            search={{ tab: 'tasks', task: card.taskId }}
            className="justify-self-start text-sm font-semibold text-accent hover:underline"
          >
            {t('history.record')}
          </Link>
        )}
      </div>
    </details>
  );
}

function Facts({ card }: { card: ApprovalView }) {
  const t = useApprovalText();
  const locale = useLocale();
  const facts = [
    [t('history.created'), `${card.requestedByName} · ${formatMoment(card.createdAt, locale)}`],
    card.decidedAt && [
      t('history.decided'),
      [card.decidedByName, formatMoment(card.decidedAt, locale)].filter(Boolean).join(' · '),
    ],
    [t('history.expires'), formatMoment(card.expiresAt, locale)],
    card.decisionNote && [t('history.note'), card.decisionNote],
    card.lastError && [
      t('history.error'),
      // What else is known stands with the step.
      errorText(card.lastError, locale),
    ],
  ].filter((fact) => Array.isArray(fact));
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-ink-soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
