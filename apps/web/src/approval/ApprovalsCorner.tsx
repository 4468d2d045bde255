import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { toast } from 'sonner';
import { usePage } from '../page/page.ts';
import { ApprovalsLink } from './ApprovalsLink.tsx';
import { isAlarm, type News } from './card-news.ts';
import { approvalDeskOf } from './desk.ts';
import { newsText } from './news-text.ts';
import { useApprovalText } from './use-approval-text.ts';
import { useCards } from './use-cards.ts';
import { useInbox } from './use-inbox.ts';

/**
 * An operator's corner of every page: the way to the approvals with how many wait, and the news. Failures and interruptions
 * reach who stands on another page by a toast, and who looks elsewhere, if they wish, by the browser.
 */
export function ApprovalsCorner() {
  const t = useApprovalText();
  const desk = approvalDeskOf(usePage());
  const navigate = useNavigate();
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/approvals' });
  const noticeState = useSyncExternalStore(desk.notices.subscribe, desk.notices.state);
  const { cards } = useInbox();
  const [spoken, setSpoken] = useState('');

  const tell = useEffectEvent((news: News) => {
    const text = newsText(t, news);
    const onOpen = () => void navigate({ to: '/approvals' });
    if (isThere || !isAlarm(news)) setSpoken(text);
    else toast.error(text, { id: news.id, action: { label: t('news.open'), onClick: onOpen } });
    if (isAlarm(news)) desk.notices.tell({ title: t('title'), body: text, tag: news.id, onOpen });
  });
  useEffect(() => desk.onNews((news) => tell(news)), [desk]);

  return (
    <>
      <ApprovalsLink count={cards?.length ?? 0} isThere={isThere} />
      <div aria-live="polite" className="sr-only">
        {spoken}
      </div>
      {noticeState === 'on' && <RunsWatched />}
    </>
  );
}

/** Keeps what runs in sight of the polls, which are all that a hidden tab hears. */
function RunsWatched() {
  useCards('ACCEPTED');
  return null;
}
