import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import { doubtfulTimeline, operatorTask, runningTimeline } from '../fixtures/ops-views.ts';
import { ago, ahead, NOW_MS, processingTask } from '../fixtures/views.ts';
import { TaskDrawer } from './TaskDrawer.tsx';

const meta: Meta<typeof TaskDrawer> = {
  title: 'Ops/TaskDrawer',
  component: TaskDrawer,
  args: {
    timeline: doubtfulTimeline,
    nowMs: NOW_MS,
    problem: null,
    picture: null,
    openingKey: null,
    cancelling: false,
    resolving: null,
    onResolve: fn(),
    onOpenArtefact: fn(),
    onCancel: fn(),
    onRetry: fn(),
    onClose: fn(),
    onCloseFocus: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof TaskDrawer>;

const drawer = () => screen.findByRole('dialog', { name: '작업 기록' });

export const InDoubt: Story = {
  play: async ({ args }) => {
    const record = within(await drawer());
    await userEvent.click(record.getByRole('button', { name: '결과 알려 주기' }));
    await expect(args.onResolve).toHaveBeenCalledOnce();
    await userEvent.click(record.getByRole('button', { name: /화면 사진.*열기/ }));
    await expect(args.onOpenArtefact).toHaveBeenCalledWith(doubtfulTimeline.artefacts[0]);
    await userEvent.keyboard('{Escape}');
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };
export const Running: Story = {
  args: { timeline: runningTimeline },
  play: async ({ args }) => {
    const record = within(await drawer());
    await expect(record.queryByRole('button', { name: '결과 알려 주기' })).toBeNull();
    await userEvent.click(record.getByRole('button', { name: '작업 취소' }));
    const question = within(await screen.findByRole('alertdialog'));
    await expect(question.getByRole('button', { name: '그대로 두기' })).toHaveFocus();
    await userEvent.click(question.getByRole('button', { name: '작업 취소' }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
export const AtTheProvider: Story = {
  args: {
    timeline: {
      ...runningTimeline,
      steps: [],
      provider: {
        providerTaskId: 'gen-4417',
        state: 'success',
        queries: 12,
        lastProblem: 'success without a result',
        handedOverAt: ago(600_000),
        completedAt: ago(540_000),
        nextCheckAt: ahead(150_000),
      },
    },
  },
  play: async () => {
    const record = within(await drawer());
    const provider = within(record.getByRole('region', { name: '생성 서비스' }));
    await expect(provider.getByText('success without a result')).toBeVisible();
    await expect(provider.getByText('12번')).toBeVisible();
  },
};
export const WaitingForNextAttempt: Story = {
  args: {
    timeline: {
      ...runningTimeline,
      task: operatorTask(
        processingTask({ workerId: null, nextRetryAt: ahead(12_000), lastErrorCode: 'PORTAL_DOWN' }),
      ),
    },
  },
  play: async () => {
    const record = within(await drawer());
    await expect(record.getByText('2번째 시도, 12초 뒤')).toBeVisible();
    await expect(record.getByText('발급 사이트에 연결되지 않아요.')).toBeVisible();
  },
};
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="640" height="360"%3E%3Crect width="640" height="360" fill="%23dde"/%3E%3C/svg%3E';
export const PictureShown: Story = {
  args: { picture: { key: 'screenshots/1/2.png', url: PICTURE } },
  play: async () => {
    const record = within(await drawer());
    await expect(record.getByRole('img', { name: '실패했을 때 브라우저가 보여 준 화면' })).toBeVisible();
  },
};
export const PictureOpening: Story = { args: { openingKey: 'screenshots/1/2.png' } };
/** Nothing is left but the row: events are pruned, and no step ever began. */
export const LongAgo: Story = {
  args: {
    timeline: { ...doubtfulTimeline, events: [], steps: [], attempts: [], actions: [], artefacts: [] },
  },
};
export const Loading: Story = { args: { timeline: null } };
export const Missing: Story = {
  args: { timeline: null, problem: { kind: 'missing' } },
  play: async ({ args }) => {
    const alert = within(await screen.findByRole('alert'));
    await userEvent.click(alert.getByRole('button', { name: '닫기' }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
export const CouldNotBeRead: Story = {
  args: { timeline: null, problem: { kind: 'refused', text: '서비스를 잠시 쓸 수 없어요.' } },
};
