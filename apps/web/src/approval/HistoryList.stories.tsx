import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import {
  acceptedCard,
  appliedCard,
  expiredCard,
  failedCard,
  openCard,
  rejectedCard,
} from '../fixtures/approval-views.ts';
import { NOW_MS } from '../fixtures/views.ts';
import { HistoryList } from './HistoryList.tsx';

const meta: Meta<typeof HistoryList> = {
  title: 'Approval/HistoryList',
  component: HistoryList,
  args: {
    status: undefined,
    cards: [
      openCard({ n: 6, title: '아침 프로필 병합' }),
      acceptedCard({ n: 5, title: '점심 프로필 병합' }),
      appliedCard({ n: 4, title: '어제 프로필 병합' }),
      failedCard({ n: 3, title: '주간 회고 정리' }),
      rejectedCard({ n: 2, title: '월간 목표 정리' }),
      expiredCard({ n: 1, title: '지난달 색인 갱신' }),
    ],
    nowMs: NOW_MS,
    problem: null,
    hasMore: false,
    loadingMore: false,
    onMore: fn(),
    onStatus: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof HistoryList>;

export const All: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('radio', { name: '모두' })).toBeChecked();
    await userEvent.click(canvas.getByRole('radio', { name: '실패' }));
    await expect(args.onStatus).toHaveBeenCalledWith('FAILED');
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };

export const OneRejected: Story = {
  args: { status: 'REJECTED', cards: [rejectedCard()] },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByText('저녁 프로필 병합'));
    await expect(canvas.getByText('이번 주에는 병합하지 않기로 했어요.')).toBeVisible();
    await userEvent.click(canvas.getByRole('radio', { name: '모두' }));
    await expect(args.onStatus).toHaveBeenCalledWith(undefined);
  },
};
export const OneApplied: Story = {
  args: { cards: [appliedCard()] },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByText('저녁 프로필 병합'));
    await expect(canvas.getAllByText(/"merged":12/)[0]).toBeVisible();
    await expect(canvas.getByRole('link', { name: '작업 기록 보기' })).toHaveAttribute(
      'href',
      expect.stringContaining('/ops?tab=tasks&task=tsk_'),
    );
  },
};
export const OneFailed: Story = {
  args: { cards: [failedCard()] },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByText('저녁 프로필 병합'));
    await expect(canvas.getByText('승인할 목록에 있어요')).toBeVisible();
  },
};
export const None: Story = { args: { status: 'EXPIRED', cards: [] } };
export const Loading: Story = { args: { cards: null } };
export const NotRead: Story = { args: { cards: null, problem: '서버에 연결하지 못했어요.' } };
export const More: Story = {
  args: { hasMore: true },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '더 보기' }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
