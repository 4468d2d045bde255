import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, useState } from 'react';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  failedTask,
  NOW_MS,
  nestId,
  nestWith,
  processingTask,
  succeededTask,
  taskId,
} from '../fixtures/views.ts';
import { createPage, type Page, PageContext } from '../page/page.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { SettledAnnouncer } from './SettledAnnouncer.tsx';

let page: Page;

const meta: Meta<typeof SettledAnnouncer> = {
  title: 'Connection/SettledAnnouncer',
  component: SettledAnnouncer,
  args: { onOpenNest: fn(), onOpenVideo: fn() },
  render: (args) => <WithPage {...args} />,
};
export default meta;
type Story = StoryObj<typeof SettledAnnouncer>;

function WithPage(args: ComponentProps<typeof SettledAnnouncer>) {
  const [own] = useState(() => createPage({ onSignedOut: () => {} }));
  page = own;
  return (
    <PageContext value={own}>
      <SettledAnnouncer {...args} />
      <Toasts />
    </PageContext>
  );
}

export const IssuedElsewhere: Story = {
  play: async ({ args }) => {
    page.knownViews.nest(nestWith(processingTask({ n: 11 })), NOW_MS);
    // The event, a replay of it, and a poll: one toast.
    for (let times = 0; times < 3; times += 1) page.knownViews.task(succeededTask({ n: 11 }));
    await waitFor(() =>
      expect(screen.getAllByText('‘망원동 투룸’ 등기부등본이 발급되었어요')).toHaveLength(1),
    );
    await userEvent.click(screen.getByRole('button', { name: '열기' }));
    await expect(args.onOpenNest).toHaveBeenCalledWith(nestId());
  },
};

export const FailedElsewhere: Story = {
  play: async () => {
    page.knownViews.nest(nestWith(processingTask({ n: 12 })), NOW_MS);
    page.knownViews.task(failedTask('TIMEOUT', { n: 12 }));
    await waitFor(() =>
      expect(screen.getByText('‘망원동 투룸’ 등기부등본 발급이 끝나지 못했어요')).toBeVisible(),
    );
  },
};

export const VideoReady: Story = {
  play: async ({ args }) => {
    page.knownViews.task(processingTask({ n: 15, kind: 'generation', nestId: null }));
    page.knownViews.task(succeededTask({ n: 15, kind: 'generation', nestId: null }));
    const toast = (await screen.findByText('영상이 완성되었어요')).closest('li');
    if (!toast) throw new Error('no toast');
    await userEvent.click(within(toast).getByRole('button', { name: '열기' }));
    await expect(args.onOpenVideo).toHaveBeenCalledWith(taskId(15));
  },
};

export const VideoFailed: Story = {
  play: async () => {
    page.knownViews.task(processingTask({ n: 16, kind: 'generation', nestId: null }));
    page.knownViews.task(failedTask('PROVIDER_FAILED', { n: 16, kind: 'generation', nestId: null }));
    await waitFor(() =>
      expect(screen.getByText('영상을 만들지 못했어요. 쓴 크레딧은 돌려드렸어요.')).toBeVisible(),
    );
  },
};

export const OwnCancelIsNoNews: Story = {
  play: async () => {
    page.knownViews.nest(nestWith(processingTask({ n: 13 }), null, { name: '취소한 둥지' }), NOW_MS);
    page.knownViews.task(failedTask('CANCELLED', { n: 13 }));
    await expect(screen.queryByText(/취소한 둥지/)).toBeNull();
  },
};

export const OldNewsIsNoNews: Story = {
  play: async () => {
    page.knownViews.nest(nestWith(succeededTask({ n: 14 }), null, { name: '어제 둥지' }), NOW_MS);
    await expect(screen.queryByText(/어제 둥지/)).toBeNull();
  },
};
