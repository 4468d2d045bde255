import type { ApprovalView } from '@dungji/contracts';
import { type ReactNode, useId, useState } from 'react';
import { formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { urgencyOf } from './card-life.ts';
import { errorText } from './error-text.ts';
import { LifeBadge } from './LifeBadge.tsx';
import { StepList } from './StepList.tsx';
import { useApprovalText } from './use-approval-text.ts';

export interface ApprovalCardProps {
  card: ApprovalView;
  nowMs: number;
  /** Why a decision made here did not take effect, in plain words. */
  backBecause: string | null;
  onApprove: () => void;
  onReject: () => void;
  /** What the steps will be given; built when somebody wants to see it. */
  inputs: (card: ApprovalView) => ReactNode;
}

/** A request that waits for a person: what it will do, how long there is time, and the two answers. */
export function ApprovalCard({ card, nowMs, backBecause, onApprove, onReject, inputs }: ApprovalCardProps) {
  const t = useApprovalText();
  const locale = useLocale();
  const titleId = useId();
  const [showsInputs, setShowsInputs] = useState(false);
  const isOver = urgencyOf(card.expiresAt, nowMs) === 'over';
  return (
    <article
      aria-labelledby={titleId}
      data-card={card.id}
      tabIndex={-1}
      className="grid gap-4 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
          <h3 id={titleId} className="text-lg font-bold">
            {card.title}
          </h3>
          <p className="text-sm text-ink-soft">
            {t('card.asked', { name: card.requestedByName, time: formatMoment(card.createdAt, locale) })}
          </p>
        </div>
        <LifeBadge expiresAt={card.expiresAt} nowMs={nowMs} />
      </header>
      {card.summary && <p className="whitespace-pre-line">{card.summary}</p>}
      {backBecause && (
        <Notice tone="caution" role="alert" title={t('card.backTitle')}>
          {backBecause}
        </Notice>
      )}
      {card.status === 'FAILED' && <LastRun card={card} />}
      {showsInputs ? inputs(card) : <StepList steps={card.steps} nowMs={nowMs} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={isOver} onClick={onApprove} className="min-w-28 max-sm:flex-1">
          {t(card.status === 'FAILED' ? 'card.approveAgain' : 'card.approve')}
        </Button>
        <Button look="secondary" data-reject disabled={isOver} onClick={onReject} className="max-sm:flex-1">
          {t('card.reject')}
        </Button>
        <Button
          look="quiet"
          size="small"
          aria-expanded={showsInputs}
          className="sm:ml-auto"
          onClick={() => setShowsInputs(!showsInputs)}
        >
          {t(showsInputs ? 'card.hideInputs' : 'card.showInputs')}
        </Button>
      </div>
      {isOver && <p className="text-sm text-ink-soft">{t('card.overLead')}</p>}
    </article>
  );
}

/** Why the card is here again, and what approving it again would do. */
function LastRun({ card }: { card: ApprovalView }) {
  const t = useApprovalText();
  const locale = useLocale();
  const done = card.steps.filter(({ status }) => status === 'DONE').length;
  const stopped = card.steps.find(({ status }) => status === 'FAILED' || status === 'STARTED');
  return (
    <Notice
      tone="danger"
      title={stopped ? t('card.failedTitle', { step: stopped.position }) : t('card.failedTitleUnknown')}
    >
      {/* The step itself tells its error below. */}
      {card.lastError && !stopped?.error && <p>{errorText(card.lastError, locale)}</p>}
      <p>
        {card.decidedByName && card.decidedAt && (
          <>
            {t('card.failedBy', {
              name: card.decidedByName,
              time: formatMoment(card.decidedAt, locale),
            })}{' '}
          </>
        )}
        {t('card.resumeLead', { count: done })}
      </p>
    </Notice>
  );
}
