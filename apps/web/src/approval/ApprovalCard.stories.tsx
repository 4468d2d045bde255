import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { bundleSteps, failedCard, openCard } from '../fixtures/approval-views.ts';
import { ago, ahead, NOW_MS } from '../fixtures/views.ts';
import { ApprovalCard } from './ApprovalCard.tsx';
import { StepList } from './StepList.tsx';
import { StepValue } from './StepValue.tsx';

const MINUTE_MS = 60_000;

const meta: Meta<typeof ApprovalCard> = {
  title: 'Approval/ApprovalCard',
  component: ApprovalCard,
  args: {
    card: openCard(),
    nowMs: NOW_MS,
    backBecause: null,
    onApprove: fn(),
    onReject: fn(),
    inputs: ({ steps }) => (
      <StepList steps={steps} nowMs={NOW_MS}>
        {({ position }) => (
          <StepValue value={{ url: 'http://127.0.0.1:4300/merge', body: { bundle: position } }} />
        )}
      </StepList>
    ),
  },
};
export default meta;
type Story = StoryObj<typeof ApprovalCard>;

export const Open: Story = {
  play: async ({ canvas, args }) => {
    const card = canvas.getByRole('article', { name: '저녁 프로필 병합' });
    await expect(card).toHaveTextContent('2일 22시간 남음');
    await expect(card).toHaveTextContent('프로필 도우미');
    const steps = canvas.getByRole('list', { name: '실행할 단계' });
    await expect(steps).toHaveTextContent('2. 회고 병합외부 호출');
    await userEvent.click(canvas.getByRole('button', { name: '승인' }));
    await expect(args.onApprove).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole('button', { name: '거절' }));
    await expect(args.onReject).toHaveBeenCalledOnce();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = {
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article')).toHaveTextContent('2 d 22 h left');
    await expect(canvas.getByRole('button', { name: 'Approve' })).toBeVisible();
  },
};

export const EndsSoon: Story = { args: { card: openCard({ expiresAt: ahead(200 * MINUTE_MS) }) } };
export const EndsWithinTheHour: Story = {
  args: { card: openCard({ expiresAt: ahead(42 * MINUTE_MS) }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('42분 남음')).toBeVisible();
  },
};

/** The server takes it away any moment; until then nobody is misled into a click. */
export const Over: Story = {
  args: { card: openCard({ expiresAt: ago(2_000) }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('기한이 지났어요')).toBeVisible();
    await expect(canvas.getByRole('button', { name: '승인' })).toBeDisabled();
    await expect(canvas.getByRole('button', { name: '거절' })).toBeDisabled();
  },
};

export const Failed: Story = {
  args: { card: failedCard() },
  play: async ({ canvas }) => {
    const card = canvas.getByRole('article');
    await expect(card).toHaveTextContent('2단계에서 멈췄어요');
    await expect(card).toHaveTextContent('단계를 마치지 못했어요. HTTP 503');
    await expect(card).toHaveTextContent('다시 승인하면 끝난 1단계는 건너뛰고 이어서 실행해요.');
    await expect(canvas.getByRole('button', { name: '이어서 승인' })).toBeVisible();
  },
};
export const FailedInTheDark: Story = { args: { card: failedCard() }, globals: { theme: 'dark' } };
export const FailedInEnglish: Story = { args: { card: failedCard() }, globals: { locale: 'en' } };
export const FailedBeforeItsFirstStep: Story = {
  args: {
    card: failedCard({
      steps: bundleSteps(),
      lastError: { code: 'STALE_PENDING', message: '' },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article')).toHaveTextContent('지난 실행이 끝나지 못했어요');
    await expect(canvas.getByRole('article')).toHaveTextContent('다시 승인하면 처음부터 실행해요.');
  },
};

/** Refused at the door: it stands where it stood, and says why. */
export const Back: Story = {
  args: { backBecause: '지금은 작업을 시작할 수 없어요. 잠시 후 다시 시도해 주세요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('지금은 작업을 시작할 수 없어요.');
  },
};

export const WhatWillBeSent: Story = {
  play: async ({ canvas }) => {
    const toggle = canvas.getByRole('button', { name: '보낼 내용 보기' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(toggle);
    await expect(canvas.getAllByText(/127\.0\.0\.1:4300\/merge/)[0]).toBeVisible();
    await expect(canvas.getByRole('button', { name: '보낼 내용 접기' })).toHaveFocus();
  },
};

export const LongWords: Story = {
  args: {
    card: openCard({
      title: '아주 긴 제목이라도 한 화면에 다 들어가야 하는 저녁 프로필 병합과 회고 병합과 목표 병합 요청',
      summary: `첫 줄\n둘째 줄은 ${'아주 '.repeat(30)}길어요\nhttps://profiles.example/${'a'.repeat(90)}`,
      requestedByName: 'very-long-automation-name@integrations.dungji.example',
    }),
  },
};
