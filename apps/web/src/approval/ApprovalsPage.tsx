import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { usePage } from '../page/page.ts';
import { ApprovalsView, DeskLayout } from './ApprovalsView.tsx';
import { approvalDeskOf } from './desk.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { InboxPanel } from './InboxPanel.tsx';
import { NewsList } from './NewsList.tsx';
import { NoticeSetting } from './NoticeSetting.tsx';
import { RunningPanel } from './RunningPanel.tsx';
import { useApprovalText } from './use-approval-text.ts';

/** Where operators approve: what waits for them, what runs, and what has become of the rest. */
export function ApprovalsPage() {
  const { view: tab = 'desk', state: status } = useSearch({ from: '/signed-in/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  return (
    <ApprovalsView
      tab={tab}
      panels={{
        desk: () => (
          <DeskLayout
            inbox={<InboxPanel />}
            news={<NewsPanel />}
            running={<RunningPanel />}
            setting={<NoticePanel />}
          />
        ),
        history: () => (
          <HistoryPanel
            status={status}
            onStatus={(chosen) =>
              void navigate({ search: { view: 'history', state: chosen }, resetScroll: false })
            }
          />
        ),
      }}
    />
  );
}

function NewsPanel() {
  const { news } = approvalDeskOf(usePage());
  const items = useSyncExternalStore(news.subscribe, news.items);
  return <NewsList news={items} onDismiss={news.dismiss} onClear={news.clear} />;
}

function NoticePanel() {
  const t = useApprovalText();
  const { notices } = approvalDeskOf(usePage());
  const state = useSyncExternalStore(notices.subscribe, notices.state);
  return (
    <NoticeSetting
      state={state}
      onChange={(on) => {
        if (on) void notices.turnOn({ title: t('notices.on'), body: t('notices.onBody') });
        else notices.turnOff();
      }}
    />
  );
}
