import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Confirm } from './Confirm.tsx';

const meta: Meta<typeof Confirm> = {
  title: 'Ui/Confirm',
  component: Confirm,
  args: {
    open: true,
    onOpenChange: fn(),
    onConfirm: fn(),
    title: '이 둥지를 지울까요?',
    lead: '여기에 모아 둔 서류가 모두 지워져요. 되돌릴 수 없어요.',
    confirmLabel: '지우기',
    keepLabel: '그대로 두기',
  },
};
export default meta;
type Story = StoryObj<typeof Confirm>;

/** A hasty Enter does no harm. */
export const Asking: Story = {
  play: async ({ args }) => {
    await waitFor(() => expect(screen.getByRole('button', { name: '그대로 두기' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await expect(args.onOpenChange).toHaveBeenCalledWith(false);
    await expect(args.onConfirm).not.toHaveBeenCalled();
  },
};
export const Dangerous: Story = {
  args: { danger: true },
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole('button', { name: '지우기' }));
    await expect(args.onConfirm).toHaveBeenCalledOnce();
  },
};
export const Busy: Story = {
  args: { danger: true, busy: true },
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole('button', { name: '지우기' }));
    await expect(args.onConfirm).not.toHaveBeenCalled();
  },
};
export const DangerousInTheDark: Story = { args: { danger: true }, globals: { theme: 'dark' } };
