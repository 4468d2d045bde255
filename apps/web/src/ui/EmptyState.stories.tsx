import type { Meta, StoryObj } from '@storybook/react-vite';
import { House } from 'lucide-react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

const meta: Meta<typeof EmptyState> = {
  title: 'Ui/EmptyState',
  component: EmptyState,
  args: {
    icon: <House aria-hidden className="size-8" />,
    title: '아직 둥지가 없어요',
    lead: '살펴보는 집의 주소와 계약 조건을 적어 두면, 등기부등본을 대신 발급받아 드려요.',
    action: <Button>첫 둥지 만들기</Button>,
  },
};
export default meta;
type Story = StoryObj<typeof EmptyState>;

export const WithAction: Story = {};
export const TitleAlone: Story = { args: { lead: undefined, action: undefined } };
export const InTheDark: Story = { globals: { theme: 'dark' } };
