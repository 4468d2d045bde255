import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { ago } from '../fixtures/views.ts';
import type { News, NewsKind } from './card-news.ts';
import { NewsList } from './NewsList.tsx';

const KINDS: readonly NewsKind[] = [
  'failed',
  'failedForGood',
  'interrupted',
  'approved',
  'rejected',
  'expired',
  'applied',
  'overtaken',
  'overtakenExpired',
  'overtakenGone',
];
const news: News[] = KINDS.map((kind, index) => ({
  id: `apv_${index}/${kind}`,
  kind,
  cardId: `apv_${index}`,
  title: '저녁 프로필 병합',
  name: kind === 'overtaken' ? null : '관리자',
  at: ago(index * 60_000),
}));

const meta: Meta<typeof NewsList> = {
  title: 'Approval/NewsList',
  component: NewsList,
  args: { news, onDismiss: fn(), onClear: fn() },
};
export default meta;
type Story = StoryObj<typeof NewsList>;

export const Everything: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText(/관리자님이 ‘저녁 프로필 병합’ 요청을 승인했어요/)).toBeVisible();
    await expect(canvas.getByText(/다른 운영자님이 먼저 결정했어요/)).toBeVisible();
    await userEvent.click(canvas.getAllByRole('button', { name: '이 소식 지우기' })[2] as HTMLElement);
    await expect(args.onDismiss).toHaveBeenCalledWith(news[2]?.id);
    await userEvent.click(canvas.getByRole('button', { name: '모두 지우기' }));
    await expect(args.onClear).toHaveBeenCalledOnce();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };
export const One: Story = { args: { news: news.slice(0, 1) } };
export const None: Story = {
  args: { news: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('소식')).toBeNull();
  },
};
