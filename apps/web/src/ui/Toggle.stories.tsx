import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Toggle } from './Toggle.tsx';

const meta: Meta<typeof Toggle> = {
  title: 'Ui/Toggle',
  component: Toggle,
  args: {
    label: '등기부등본 바로 발급',
    hint: '둥지를 만들면서 발급도 시작해요.',
    checked: false,
    onChange: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof Toggle>;

/** The words beside it are part of it. */
export const Off: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByText('등기부등본 바로 발급'));
    await expect(args.onChange).toHaveBeenLastCalledWith(true);
    await expect(canvas.getByRole('switch')).toHaveAccessibleDescription('둥지를 만들면서 발급도 시작해요.');
  },
};
export const On: Story = {
  args: { checked: true },
  play: async ({ canvas, args }) => {
    canvas.getByRole('switch').focus();
    await userEvent.keyboard(' ');
    await expect(args.onChange).toHaveBeenLastCalledWith(false);
  },
};
export const OnInTheDark: Story = { args: { checked: true }, globals: { theme: 'dark' } };
