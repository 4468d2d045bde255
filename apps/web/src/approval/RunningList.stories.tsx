import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import { acceptedCard, approvalTask, bundleSteps, cardStep } from '../fixtures/approval-views.ts';
import { ago, ahead, NOW_MS, taskId } from '../fixtures/views.ts';
import { RunningList } from './RunningList.tsx';

const meta: Meta<typeof RunningList> = {
  title: 'Approval/RunningList',
  component: RunningList,
  args: {
    cards: [acceptedCard()],
    nowMs: NOW_MS,
    problem: null,
    stopping: null,
    hasMore: false,
    loadingMore: false,
    onMore: fn(),
    onStop: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof RunningList>;

export const Running: Story = {
  play: async ({ canvas }) => {
    const run = canvas.getByRole('article', { name: '저녁 프로필 병합' });
    await expect(run).toHaveTextContent('1/4 · 회고 병합');
    await expect(run).toHaveTextContent('운영자님이 승인');
    await expect(canvas.getByRole('timer', { name: '지난 시간' })).toHaveTextContent('5분 00초');
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
    await expect(run).toHaveTextContent('이 단계는 늦어도 오후 3:08까지');
    const steps = within(canvas.getByRole('list', { name: '실행할 단계' })).getAllByRole('listitem');
    await expect(steps[0]).toHaveTextContent('끝남3분 00초 걸림');
    await expect(steps[1]).toHaveTextContent('진행 중1분 35초째 · 늦어도 오후 3:08까지');
    await expect(steps[2]).toHaveTextContent('대기');
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };

export const Waiting: Story = {
  args: { cards: [acceptedCard({ steps: bundleSteps(), task: approvalTask.waiting() })] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article')).toHaveTextContent('차례를 기다리는 중');
    await expect(canvas.getByRole('article')).toHaveTextContent('늦어도 오후 3:25까지 시작해요');
  },
};

export const Retrying: Story = {
  args: {
    cards: [
      acceptedCard({
        steps: bundleSteps(1, 'FAILED'),
        task: approvalTask.running(1, {
          workerId: null,
          nextRetryAt: ahead(12_000),
          lastErrorCode: 'STEP_FAILED',
        }),
      }),
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article')).toHaveTextContent('12초 뒤에 다시 시도해요');
    await expect(canvas.getByRole('article')).toHaveTextContent('단계를 마치지 못했어요.');
  },
};

/** Its worker died; another one goes on after the finished steps. */
export const Interrupted: Story = {
  args: {
    cards: [acceptedCard({ task: approvalTask.running(1, { attempt: 2, lastErrorCode: 'WORKER_LOST' }) })],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article')).toHaveTextContent('끊겼다가 이어서 하고 있어요');
  },
};

export const Overdue: Story = {
  args: { cards: [acceptedCard({ task: approvalTask.running(1, { timeoutAt: ago(3_000) }) })] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article')).toHaveTextContent('서버가 곧 이 실행을 멈추고 알려 드려요.');
  },
};

export const Finishing: Story = {
  args: { cards: [acceptedCard({ steps: bundleSteps(4) })] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article')).toHaveTextContent('4/4 · 마무리하는 중');
  },
};

/** A step that waits for a document leads to the issuance it waits for. */
export const WaitsForADocument: Story = {
  args: {
    cards: [
      acceptedCard({
        steps: [
          cardStep(1, '등기 발급', {
            action: 'documents.issue',
            status: 'STARTED',
            attempt: 1,
            startedAt: ago(40_000),
            output: { issuances: [taskId(7), taskId(8)] },
          }),
          cardStep(2, '대장 발급', { action: 'documents.issue' }),
        ],
      }),
    ],
  },
  play: async ({ canvas }) => {
    const links = canvas.getAllByRole('link', { name: '발급 작업 보기' });
    await expect(links).toHaveLength(1);
    await expect(links[0]).toHaveAttribute('href', `/ops?tab=tasks&task=${taskId(8)}`);
  },
};

export const ManySteps: Story = {
  args: {
    cards: [
      acceptedCard({
        steps: Array.from({ length: 24 }, (_, index) =>
          cardStep(index + 1, `묶음 ${index + 1}`, index < 9 ? { status: 'DONE', attempt: 1 } : {}),
        ),
      }),
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('24. 묶음 24')).not.toBeVisible();
    await userEvent.click(canvas.getByText('단계 보기'));
    await expect(canvas.getByText('24. 묶음 24')).toBeVisible();
  },
};

export const Stopped: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '멈추기' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: '실행을 멈출까요?' }));
    await userEvent.click(dialog.getByRole('button', { name: '멈추기' }));
    await expect(args.onStop).toHaveBeenCalledWith(args.cards?.[0]);
  },
};
export const Stopping: Story = { args: { stopping: acceptedCard().id } };
export const Several: Story = {
  args: { cards: [acceptedCard({ n: 1 }), acceptedCard({ n: 2 })], hasMore: true },
};
export const None: Story = { args: { cards: [] } };
export const Loading: Story = { args: { cards: null } };
export const NotRead: Story = { args: { cards: null, problem: '서버에 연결하지 못했어요.' } };
