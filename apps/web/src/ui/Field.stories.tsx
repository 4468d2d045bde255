import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Field, TextInput } from './Field.tsx';

const meta: Meta<typeof Field> = {
  title: 'Ui/Field',
  component: Field,
  args: {
    label: '동·호수',
    children: (control) => <TextInput {...control} placeholder="예: 101동 1203호" />,
  },
};
export default meta;
type Story = StoryObj<typeof Field>;

export const Plain: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: '동·호수' })).not.toHaveAttribute('aria-describedby');
  },
};
export const WithHint: Story = {
  args: { note: '선택', hint: '단독주택이면 비워 두어도 돼요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('단독주택이면 비워 두어도 돼요.');
  },
};
export const WithError: Story = {
  args: { hint: '단독주택이면 비워 두어도 돼요.', error: '너무 길어요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toBeInvalid();
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('너무 길어요.');
  },
};
export const WithErrorInTheDark: Story = { args: { ...WithError.args }, globals: { theme: 'dark' } };
