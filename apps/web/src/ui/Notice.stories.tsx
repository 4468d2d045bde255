import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

const meta: Meta<typeof Notice> = {
  title: 'Ui/Notice',
  component: Notice,
  args: { tone: 'calm', title: '요청을 취소했어요.', children: <p>언제든 다시 요청할 수 있어요.</p> },
};
export default meta;
type Story = StoryObj<typeof Notice>;

export const Calm: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('alert')).toBeNull();
  },
};
export const Caution: Story = {
  args: {
    tone: 'caution',
    role: 'status',
    title: '정해진 시간이 지났어요',
    actions: (
      <Button look="secondary" size="small">
        지금 확인
      </Button>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('정해진 시간이 지났어요');
  },
};
export const Danger: Story = {
  args: { tone: 'danger', role: 'alert', title: '서버에 닿지 않아요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('서버에 닿지 않아요.');
  },
};
export const CautionInTheDark: Story = { args: { ...Caution.args }, globals: { theme: 'dark' } };
export const DangerInTheDark: Story = { args: { ...Danger.args }, globals: { theme: 'dark' } };
