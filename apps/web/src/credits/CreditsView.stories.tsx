import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { BalanceBadge } from './BalanceBadge.tsx';
import { CreditsView } from './CreditsView.tsx';

const meta: Meta<typeof CreditsView> = {
  title: 'Credits/CreditsView',
  component: CreditsView,
  args: { balance: 1_082, ledger: null, grant: null },
};
export default meta;
type Story = StoryObj<typeof CreditsView>;

export const Balance: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('1,082 크레딧')).toBeVisible();
    await expect(canvas.getByRole('link', { name: '영상 만들기' })).toHaveAttribute('href', '/studio');
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const NotKnownYet: Story = { args: { balance: null } };

export const Badge: Story = {
  render: ({ balance }) => <BalanceBadge balance={balance} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: '1,082 크레딧 남음, 내역 보기' })).toHaveAttribute(
      'href',
      '/credits',
    );
  },
};
export const BadgeInTheDark: Story = { ...Badge, globals: { theme: 'dark' } };
export const BadgeNotKnownYet: Story = {
  args: { balance: null },
  render: ({ balance }) => <BalanceBadge balance={balance} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: '크레딧 내역 보기' })).toBeVisible();
  },
};
