import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { NoticeSetting } from './NoticeSetting.tsx';

const meta: Meta<typeof NoticeSetting> = {
  title: 'Approval/NoticeSetting',
  component: NoticeSetting,
  args: { state: 'off', onChange: fn() },
};
export default meta;
type Story = StoryObj<typeof NoticeSetting>;

export const Off: Story = {
  play: async ({ canvas, args }) => {
    const toggle = canvas.getByRole('switch', { name: '브라우저 알림' });
    await expect(toggle).not.toBeChecked();
    await userEvent.click(toggle);
    await expect(args.onChange).toHaveBeenCalledWith(true);
  },
};
export const On: Story = {
  args: { state: 'on' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('switch', { name: '브라우저 알림' })).toBeChecked();
  },
};
export const OnInTheDark: Story = { args: { state: 'on' }, globals: { theme: 'dark' } };
export const Asking: Story = { args: { state: 'asking' } };
export const Undecided: Story = {
  args: { state: 'undecided' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('브라우저의 물음에 답하지 않아서 켜지지 않았어요.')).toBeVisible();
  },
};
/** Only the person can undo it, so there is no switch that would do nothing. */
export const Denied: Story = {
  args: { state: 'denied' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/알림이 막혀 있어요/)).toBeVisible();
    await expect(canvas.queryByRole('switch')).toBeNull();
  },
};
export const Unsupported: Story = { args: { state: 'unsupported' } };
export const DeniedInEnglish: Story = { args: { state: 'denied' }, globals: { locale: 'en' } };
