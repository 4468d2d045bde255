import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { NestFormFrame } from './NestFormFrame.tsx';

const meta: Meta<typeof NestFormFrame> = {
  title: 'Nest/NestFormFrame',
  component: NestFormFrame,
  args: {
    title: '둥지 추가',
    lead: '계약서나 매물 정보에 적힌 그대로 입력해 주세요.',
    children: <p className="rounded-card bg-surface p-6">여기에 양식이 들어가요.</p>,
  },
};
export default meta;
type Story = StoryObj<typeof NestFormFrame>;

export const Framed: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: '둥지 추가' })).toBeVisible();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
