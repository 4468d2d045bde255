import { ApprovalStatus } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ago, ahead, NOW_MS } from '../fixtures/views.ts';
import { ApprovalsLink } from './ApprovalsLink.tsx';
import { CardBadge } from './CardBadge.tsx';
import { LifeBadge } from './LifeBadge.tsx';

const MINUTE_MS = 60_000;

function Badges({ count, isThere }: { count: number; isThere: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-surface p-4">
      <ApprovalsLink count={count} isThere={isThere} />
      {ApprovalStatus.options.map((status) => (
        <CardBadge key={status} status={status} />
      ))}
      {[ahead(3_000 * MINUTE_MS), ahead(200 * MINUTE_MS), ahead(42 * MINUTE_MS), ago(1)].map((expiresAt) => (
        <LifeBadge key={expiresAt} expiresAt={expiresAt} nowMs={NOW_MS} />
      ))}
    </div>
  );
}

const meta: Meta<typeof Badges> = {
  title: 'Approval/Badges',
  component: Badges,
  args: { count: 3, isThere: false },
};
export default meta;
type Story = StoryObj<typeof Badges>;

export const All: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: '승인할 요청 3건' })).toHaveAttribute('href', '/approvals');
    await expect(canvas.getByText('2일 2시간 남음')).toBeVisible();
    await expect(canvas.getByText('기한이 지났어요')).toBeVisible();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };
export const NothingWaits: Story = {
  args: { count: 0, isThere: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: '승인할 요청' })).toHaveAttribute('aria-current', 'page');
  },
};
export const Many: Story = { args: { count: 140 } };
