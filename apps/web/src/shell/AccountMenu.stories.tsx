import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, useState } from 'react';
import { expect, screen, userEvent } from 'storybook/test';
import { createPage, PageContext } from '../page/page.ts';
import { AccountMenu } from './AccountMenu.tsx';

const meta: Meta<typeof AccountMenu> = {
  title: 'Shell/AccountMenu',
  component: AccountMenu,
  args: { email: 'tenant@dungji.example', role: 'member' },
  render: (args) => <WithPage {...args} />,
};
export default meta;
type Story = StoryObj<typeof AccountMenu>;

function WithPage(args: ComponentProps<typeof AccountMenu>) {
  const [page] = useState(() => createPage({ onSignedOut: () => {} }));
  return (
    <PageContext value={page}>
      <AccountMenu {...args} />
    </PageContext>
  );
}

export const ByKeyboard: Story = {
  play: async ({ canvas }) => {
    canvas.getByRole('button', { name: '계정 메뉴' }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findByText('tenant@dungji.example')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect(screen.getByRole('menuitem', { name: '영상 만들기' })).toHaveAttribute('href', '/studio');
    await expect(screen.getByRole('menuitem', { name: '영상 만들기' })).toHaveFocus();
    await expect(screen.getByRole('menuitem', { name: '설정' })).toBeVisible();
    await expect(screen.getByRole('menuitem', { name: '로그아웃' })).toBeVisible();
    await expect(screen.queryByRole('menuitem', { name: '운영' })).toBeNull();
  },
};

export const ForOperators: Story = {
  args: { email: 'operator@dungji.example', role: 'operator' },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: '계정 메뉴' }));
    await expect(await screen.findByRole('menuitem', { name: '운영' })).toHaveAttribute('href', '/ops');
  },
};
