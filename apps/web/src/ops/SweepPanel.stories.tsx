import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { overviewView, sweepRuns } from '../fixtures/ops-views.ts';
import { SweepPanel } from './SweepPanel.tsx';

const answer = {
  examined: 14,
  redispatched: 1,
  settled: 2,
  refunded: 0,
  objectsDeleted: 0,
  errors: 0,
  complete: true,
};

const meta: Meta<typeof SweepPanel> = {
  title: 'Ops/Sweeps',
  component: SweepPanel,
  args: {
    runs: sweepRuns,
    day: overviewView.sweeps24h,
    problem: null,
    sweeping: false,
    answer: null,
    hasMore: true,
    loadingMore: false,
    onSweep: fn(),
    onMore: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof SweepPanel>;

export const History: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '지금 정리' }));
    await expect(args.onSweep).toHaveBeenCalledOnce();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };
export const Sweeping: Story = {
  args: { sweeping: true },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '정리하는 중' }));
    await expect(args.onSweep).not.toHaveBeenCalled();
  },
};
export const Swept: Story = { args: { answer } };
export const OnlyLimits: Story = { args: { answer: { ...answer, complete: false } } };
export const None: Story = { args: { runs: [], day: null, hasMore: false } };
export const Loading: Story = { args: { runs: null, day: null, hasMore: false } };
export const CouldNotBeRead: Story = {
  args: { runs: null, day: null, hasMore: false, problem: '서비스를 잠시 쓸 수 없어요.' },
};
