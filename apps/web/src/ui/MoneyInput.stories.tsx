import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent } from 'storybook/test';
import { MoneyInput } from './MoneyInput.tsx';

const meta: Meta<typeof MoneyInput> = {
  title: 'Ui/MoneyInput',
  component: MoneyInput,
  args: { 'aria-label': '보증금', valueKrw: null, onValueChange: fn() },
  render: function Typing(args) {
    const [valueKrw, setValueKrw] = useState(args.valueKrw);
    return (
      <MoneyInput
        {...args}
        valueKrw={valueKrw}
        onValueChange={(next) => {
          setValueKrw(next);
          args.onValueChange(next);
        }}
      />
    );
  },
};
export default meta;
type Story = StoryObj<typeof MoneyInput>;

export const Empty: Story = {
  play: async ({ canvas, args }) => {
    const input = canvas.getByRole('textbox', { name: '보증금' });
    await userEvent.type(input, '285000000');
    await expect(input).toHaveValue('285,000,000');
    await expect(args.onValueChange).toHaveBeenLastCalledWith(285_000_000);
    await userEvent.clear(input);
    await expect(args.onValueChange).toHaveBeenLastCalledWith(null);
  },
};
export const Pasted: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('textbox'));
    await userEvent.paste('3,500만');
    await expect(args.onValueChange).toHaveBeenLastCalledWith(3_500);
  },
};
export const Filled: Story = { args: { valueKrw: 285_000_000 } };
export const Wrong: Story = { args: { valueKrw: 1, 'aria-invalid': true } };
export const FilledInTheDark: Story = { args: { valueKrw: 285_000_000 }, globals: { theme: 'dark' } };
