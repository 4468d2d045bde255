import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { overviewView, queues, troubledView, workers } from '../fixtures/ops-views.ts';
import { NOW_MS } from '../fixtures/views.ts';
import { Failures } from './Failures.tsx';
import { Numbers } from './Numbers.tsx';
import { OpsView } from './OpsView.tsx';
import { Queues } from './Queues.tsx';
import { Videos } from './Videos.tsx';
import { Workers } from './Workers.tsx';

interface Shown {
  overview: typeof overviewView | null;
  workers: typeof workers | null;
  queues: typeof queues | null;
  problem: string | null;
  redisProblem: string | null;
}

const meta: Meta<Shown> = {
  title: 'Ops/Overview',
  args: { overview: overviewView, workers, queues, problem: null, redisProblem: null },
  render: ({ overview, redisProblem, problem, ...redis }) => (
    <OpsView
      tab="overview"
      readAt={overview && new Date(NOW_MS).toISOString()}
      problem={problem}
      panels={{
        overview: () => (
          <>
            <Numbers overview={overview} nowMs={NOW_MS} />
            <div className="grid gap-6 lg:grid-cols-2">
              <Workers workers={redis.workers} problem={redisProblem} nowMs={NOW_MS} />
              <Queues queues={redis.queues} problem={redisProblem} nowMs={NOW_MS} isAdmin />
            </div>
            <Videos overview={overview} nowMs={NOW_MS} />
            <Failures settled={overview?.settled24h ?? null} />
          </>
        ),
        tasks: () => null,
        sweeps: () => null,
        audit: () => null,
      }}
    />
  ),
};
export default meta;
type Story = StoryObj<Shown>;

export const Calm: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: '결정할 작업' })).toHaveAttribute(
      'href',
      expect.stringContaining('inDoubt'),
    );
    await expect(canvas.getByText('일을 받지 않음')).toBeVisible();
    await expect(canvas.getByRole('link', { name: '현황' })).toHaveAttribute('aria-current', 'page');
    await expect(canvas.getByRole('link', { name: '작업' })).toHaveAttribute('href', '/ops?tab=tasks');
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = {
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Operations' })).toBeVisible();
  },
};
export const Trouble: Story = {
  args: { overview: troubledView },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('맞지 않는 크레딧 장부').parentElement).toHaveTextContent('1');
  },
};
export const TroubleInTheDark: Story = { args: { overview: troubledView }, globals: { theme: 'dark' } };
export const Loading: Story = { args: { overview: null, workers: null, queues: null } };
export const NobodyWorks: Story = {
  args: {
    workers: [],
    overview: { ...overviewView, settled24h: [], lastSweep: null, oldestPendingSince: null },
  },
};
/** Redis is away: what Postgres knows is still there. */
export const WithoutRedis: Story = {
  args: { workers: null, queues: null, redisProblem: '서비스를 잠시 쓸 수 없어요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('alert')).toHaveLength(2);
    await expect(canvas.getByText('810')).toBeVisible();
  },
};
export const ServerAway: Story = { args: { problem: '서버에 연결하지 못했어요.' } };
