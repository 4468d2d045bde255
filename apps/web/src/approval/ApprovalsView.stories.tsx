import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { acceptedCard, failedCard, openCard } from '../fixtures/approval-views.ts';
import { ago, ahead, NOW_MS } from '../fixtures/views.ts';
import { ApprovalsView, DeskLayout } from './ApprovalsView.tsx';
import { Inbox } from './Inbox.tsx';
import { NewsList } from './NewsList.tsx';
import { NoticeSetting } from './NoticeSetting.tsx';
import { RunningList } from './RunningList.tsx';
import { StepList } from './StepList.tsx';

const noMore = { problem: null, hasMore: false, loadingMore: false, onMore: fn() };

const meta: Meta<typeof ApprovalsView> = {
  title: 'Approval/ApprovalsView',
  component: ApprovalsView,
  args: {
    tab: 'desk',
    panels: {
      desk: () => (
        <DeskLayout
          inbox={
            <Inbox
              {...noMore}
              cards={[
                openCard({ n: 1, title: '오늘의 등기 발급', expiresAt: ahead(35 * 60_000) }),
                failedCard({ n: 2 }),
                openCard({ n: 3, title: '주말 정리' }),
              ]}
              nowMs={NOW_MS}
              onRetry={fn()}
              retrying={false}
              backBecause={() => null}
              unsure={[]}
              onAskNow={fn()}
              onDecide={fn()}
              inputs={({ steps }) => <StepList steps={steps} nowMs={NOW_MS} />}
            />
          }
          news={
            <NewsList
              news={[
                {
                  id: '1',
                  kind: 'failed',
                  cardId: 'apv_2',
                  title: '저녁 프로필 병합',
                  name: null,
                  at: ago(60_000),
                },
                {
                  id: '2',
                  kind: 'approved',
                  cardId: 'apv_4',
                  title: '점심 프로필 병합',
                  name: '관리자',
                  at: ago(5 * 60_000),
                },
              ]}
              onDismiss={fn()}
              onClear={fn()}
            />
          }
          running={
            <RunningList
              {...noMore}
              cards={[acceptedCard({ n: 4, title: '점심 프로필 병합' })]}
              nowMs={NOW_MS}
              stopping={null}
              onStop={fn()}
            />
          }
          setting={<NoticeSetting state="off" onChange={fn()} />}
        />
      ),
      history: () => null,
    },
  },
};
export default meta;
type Story = StoryObj<typeof ApprovalsView>;

export const Now: Story = {
  parameters: { layout: 'fullscreen' },
  render: (args) => (
    <div className="mx-auto max-w-5xl px-4 py-8 sm:px-6">
      <ApprovalsView {...args} />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: '승인', level: 1 })).toBeVisible();
    await expect(canvas.getByRole('link', { name: '지금' })).toHaveAttribute('aria-current', 'page');
    // Nothing is wider than the screen.
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
};
export const InTheDark: Story = { ...Now, globals: { theme: 'dark' } };
export const InEnglish: Story = {
  ...Now,
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Approvals', level: 1 })).toBeVisible();
  },
};
