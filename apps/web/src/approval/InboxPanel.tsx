import type { ApprovalView } from '@dungji/contracts';
import { useSyncExternalStore } from 'react';
import { reasonText, refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { useServerNow } from '../page/use-server-now.ts';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { approvalDeskOf } from './desk.ts';
import { returnReason, unsureCards } from './hidden-cards.ts';
import { Inbox } from './Inbox.tsx';
import { StepList } from './StepList.tsx';
import { StepValue } from './StepValue.tsx';
import { useApprovalText } from './use-approval-text.ts';
import { useInbox } from './use-inbox.ts';

export function InboxPanel() {
  const t = useApprovalText();
  const locale = useLocale();
  const nowMs = useServerNow(true);
  const page = usePage();
  const { decisions } = approvalDeskOf(page);
  const hidden = useSyncExternalStore(decisions.subscribe, decisions.hidden);
  const inbox = useInbox();
  return (
    <Inbox
      {...inbox}
      nowMs={nowMs}
      unsure={unsureCards(hidden, page.knownApprovals.newest)}
      onAskNow={decisions.askNow}
      onDecide={decisions.decide}
      inputs={(card) => <Inputs card={card} nowMs={nowMs} />}
      backBecause={(card) => {
        const reason = returnReason(hidden, card);
        if (reason === null) return null;
        return reason === 'NO_ANSWER' ? t('card.noAnswer') : reasonText(reason, locale);
      }}
    />
  );
}

/** The steps with what they will be given: read when somebody wants to see it. */
function Inputs({ card, nowMs }: { card: ApprovalView; nowMs: number }) {
  const t = useApprovalText();
  const locale = useLocale();
  const detail = trpc.approvals.get.useQuery({ approvalId: card.id });
  if (detail.data) {
    const inputs = new Map(detail.data.steps.map(({ position, input }) => [position, input]));
    return (
      <StepList steps={card.steps} nowMs={nowMs}>
        {({ position }) => <StepValue value={inputs.get(position)} />}
      </StepList>
    );
  }
  if (detail.error)
    return (
      <Notice tone="danger" role="alert" title={t('card.inputsProblem')}>
        {refusalText(detail.error, locale)}
      </Notice>
    );
  return <Skeleton className="h-40 w-full rounded-2xl" />;
}
