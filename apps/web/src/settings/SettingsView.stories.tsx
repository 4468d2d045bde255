import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { SettingsView } from './SettingsView.tsx';

const meta: Meta<typeof SettingsView> = {
  title: 'Settings/SettingsView',
  component: SettingsView,
  args: { locale: 'ko', onLocale: fn(), theme: 'system', onTheme: fn(), keys: null },
};
export default meta;
type Story = StoryObj<typeof SettingsView>;

export const Choices: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'English' }));
    await expect(args.onLocale).toHaveBeenCalledWith('en');
    await userEvent.click(canvas.getByRole('radio', { name: '어둡게' }));
    await expect(args.onTheme).toHaveBeenCalledWith('dark');
  },
};
export const InTheDark: Story = { args: { theme: 'dark' }, globals: { theme: 'dark' } };
export const InEnglish: Story = { args: { locale: 'en' }, globals: { locale: 'en' } };
