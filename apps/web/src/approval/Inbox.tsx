import type { ApprovalView } from '@dungji/contracts';
import { CloudOff, MailCheck } from 'lucide-react';
import { Fragment, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import { urgencyOf } from './card-life.ts';
import type { Decision } from './hidden-cards.ts';
import { RejectDialog } from './RejectDialog.tsx';
import { useApprovalText } from './use-approval-text.ts';
import { useCardFocus } from './use-card-focus.ts';
import { type Gap, useGaps } from './use-gaps.ts';

export interface InboxProps {
  /** In their order, the hidden ones left out; `null`: not read yet. */
  cards: readonly ApprovalView[] | null;
  nowMs: number;
  /** Why the list could not be read; what was read before stays. */
  problem: string | null;
  onRetry: () => void;
  retrying: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
  /** Why a card is back, in plain words. */
  backBecause: (card: ApprovalView) => string | null;
  /** Decisions whose answer was lost. */
  unsure: readonly { cardId: string; title: string; decision: Decision }[];
  onAskNow: () => void;
  onDecide: (card: ApprovalView, decision: Decision, reason?: string) => void;
  inputs: (card: ApprovalView) => ReactNode;
}

/** Everything that waits for a person, the most pressing first. A decided card is gone with the click. */
export function Inbox(props: InboxProps) {
  const { cards, nowMs, problem, unsure, onAskNow, onDecide } = props;
  const t = useApprovalText();
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const cardIds = cards?.map(({ id }) => id as string) ?? [];
  const gaps = useGaps(list, cardIds);
  const focusIn = useCardFocus(list, heading, cardIds);
  const [rejecting, setRejecting] = useState<ApprovalView | null>(null);
  const [spoken, setSpoken] = useState('');
  const pressing = cards?.filter(({ expiresAt }) => urgencyOf(expiresAt, nowMs) === 'urgent').length ?? 0;

  function decide(card: ApprovalView, decision: Decision, reason?: string): void {
    const left = cardIds.length - 1;
    onDecide(card, decision, reason);
    setSpoken(
      `${t(`said.${decision}`, { title: card.title })} ${left > 0 ? t('said.left', { count: left }) : t('said.leftNone')}`,
    );
  }

  return (
    <section aria-labelledby={titleId} className="grid content-start gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={titleId} ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          {t('inbox.title')}
        </h2>
        {cards !== null && cards.length > 0 && (
          <span className="text-ink-soft tabular-nums">{t('inbox.count', { count: cards.length })}</span>
        )}
        {pressing > 0 && (
          <span className="text-sm font-semibold text-danger">
            {t('inbox.pressing', { count: pressing })}
          </span>
        )}
      </div>
      <div aria-live="polite" className="sr-only">
        {spoken}
      </div>
      {unsure.length > 0 && <Unsure unsure={unsure} onAskNow={onAskNow} />}
      {problem && cards !== null && (
        <Notice tone="danger" role="alert" title={t('inbox.stale')}>
          {problem}
        </Notice>
      )}
      <Body {...props} list={list} gaps={gaps} onDecide={decide} onReject={setRejecting} />
      {rejecting && (
        <RejectDialog
          title={rejecting.title}
          gone={!cardIds.includes(rejecting.id)}
          onReject={(reason) => {
            setRejecting(null);
            decide(rejecting, 'reject', reason);
          }}
          onClose={() => setRejecting(null)}
          onCloseFocus={(event) => {
            event.preventDefault();
            focusIn(rejecting.id, '[data-reject]');
          }}
        />
      )}
    </section>
  );
}

interface BodyProps extends InboxProps {
  list: RefObject<HTMLUListElement | null>;
  gaps: readonly Gap[];
  onReject: (card: ApprovalView) => void;
}

function Body(props: BodyProps) {
  const { cards, problem, gaps, list } = props;
  const t = useApprovalText();
  const { t: common } = useTranslation();
  if (cards === null && problem !== null) {
    return (
      <EmptyState
        role="alert"
        icon={<CloudOff aria-hidden className="size-7" />}
        title={t('inbox.problem')}
        lead={problem}
        action={
          <Button busy={props.retrying} onClick={props.onRetry}>
            {common('action.retry')}
          </Button>
        }
      />
    );
  }
  if (cards === null) {
    return (
      <div role="status" aria-label={common('app.loading')} className="grid gap-4">
        <Skeleton className="h-72 w-full rounded-card" />
        <Skeleton className="h-72 w-full rounded-card" />
      </div>
    );
  }
  if (cards.length === 0 && gaps.length === 0 && !props.hasMore) {
    return (
      <EmptyState
        icon={<MailCheck aria-hidden className="size-7" />}
        title={t('inbox.emptyTitle')}
        lead={t('inbox.emptyLead')}
      />
    );
  }
  return (
    <>
      <ul ref={list}>
        {cards.map((card) => (
          <Fragment key={card.id}>
            <Gaps gaps={gaps} before={card.id} />
            <li data-place={card.id} className="pb-4">
              <ApprovalCard
                card={card}
                nowMs={props.nowMs}
                backBecause={props.backBecause(card)}
                inputs={props.inputs}
                onApprove={() => props.onDecide(card, 'approve')}
                onReject={() => props.onReject(card)}
              />
            </li>
          </Fragment>
        ))}
        <Gaps gaps={gaps} before={null} />
      </ul>
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
    </>
  );
}

const Gaps = ({ gaps, before }: { gaps: readonly Gap[]; before: string | null }) =>
  gaps
    .filter((gap) => gap.before === before)
    .map((gap) => (
      <li
        key={gap.cardId}
        aria-hidden
        className={cx('transition-[height] duration-200', gap.isClosing && 'h-0!')}
        style={{ height: gap.heightPx }}
      />
    ));

function Unsure({ unsure, onAskNow }: Pick<InboxProps, 'unsure' | 'onAskNow'>) {
  const t = useApprovalText();
  return (
    <Notice
      tone="caution"
      role="status"
      title={t('unsure.title')}
      actions={
        <Button look="secondary" size="small" onClick={onAskNow}>
          {t('unsure.askNow')}
        </Button>
      }
    >
      <ul>
        {unsure.map(({ cardId, title, decision }) => (
          <li key={cardId}>{t(`unsure.${decision}`, { title })}</li>
        ))}
      </ul>
      <p>{t('unsure.lead')}</p>
    </Notice>
  );
}
