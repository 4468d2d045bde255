import { TASK_ERROR_CODES, TASK_ERRORS } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { ago, ahead, NOW_MS } from '../fixtures/views.ts';
import { failedVideo, queuedVideo, readyVideo, workingVideo } from './fixtures.ts';
import { GenerationCard } from './GenerationCard.tsx';
import { hasOwnTitle } from './generation-failure.ts';
import samplePicture from './sample-picture.svg?url';
import { studioEn } from './texts-en.ts';
import { studioKo } from './texts-ko.ts';

const meta: Meta<typeof GenerationCard> = {
  title: 'Studio/GenerationCard',
  component: GenerationCard,
  decorators: [(Story) => <div style={{ maxWidth: '40rem' }}>{Story()}</div>],
  args: {
    generation: queuedVideo(),
    pictureUrl: samplePicture,
    serverNowMs: NOW_MS,
    openCall: null,
    refusal: null,
    video: null,
    unplayable: false,
    onCancel: fn(),
    onCheckNow: fn(),
    onAgain: fn(),
    onPlay: fn(),
    onBroken: fn(),
    onDownload: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof GenerationCard>;

export const Queued: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('차례를 기다리는 중')).toBeVisible();
    await expect(canvas.getByRole('timer')).toHaveTextContent('8초');
    await expect(canvas.getByText(/늦어도 .*까지 끝나요/)).toBeVisible();
    await expect(canvas.getByText(/5초 · 10 크레딧/)).toBeVisible();
  },
};

export const Submitting: Story = {
  args: { generation: workingVideo('submit') },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('요청을 보내는 중')).toBeVisible();
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
  },
};

/** The provider may take a day, so the limit is said with its date. */
export const Rendering: Story = {
  args: { generation: workingVideo('render') },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/늦어도 3월 3일 .*까지 끝나요/)).toBeVisible();
    await expect(canvas.getByRole('list', { name: '만드는 단계' })).toHaveTextContent(
      '차례 기다리기완료생성 서비스에 보내기완료영상 그리기진행 중결과 옮겨 담기대기',
    );
  },
};
export const RenderingInTheDark: Story = { ...Rendering, globals: { theme: 'dark' } };

export const Copying: Story = {
  args: { generation: workingVideo('store') },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('결과를 옮기는 중')).toBeVisible();
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3');
  },
};

export const WaitingForNextAttempt: Story = {
  args: {
    generation: workingVideo('submit', {
      workerId: null,
      nextRetryAt: ahead(12_000),
      lastErrorCode: 'WORKER_LOST',
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('2번째 시도, 12초 뒤')).toBeVisible();
    await expect(canvas.getByText(/지난 시도: /)).toHaveTextContent(
      `지난 시도: ${TASK_ERRORS.WORKER_LOST.cause.ko}`,
    );
  },
};
export const NextAttemptInTheDark: Story = { ...WaitingForNextAttempt, globals: { theme: 'dark' } };

export const NextAttemptDue: Story = {
  args: { generation: workingVideo('submit', { attempt: 2, workerId: null, nextRetryAt: ago(1_000) }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('3번째 시도, 곧 시작해요')).toBeVisible();
  },
};

export const SecondAttempt: Story = {
  args: { generation: workingVideo('submit', { attempt: 2 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('2번째 시도')).toBeVisible();
  },
};

export const Late: Story = {
  args: { generation: workingVideo('render', { pendingSince: ago(301_000) }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('평소보다 오래 걸리고 있어요');
    await expect(canvas.getByRole('status')).toHaveTextContent('실패하면 10 크레딧을 돌려드려요');
  },
};
export const LateInTheDark: Story = { ...Late, globals: { theme: 'dark' } };

export const Overdue: Story = {
  args: { generation: queuedVideo({ pendingSince: ago(310_000), timeoutAt: ago(10_000) }) },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('정해진 시간이 지났어요');
    await expect(canvas.queryByText(/늦어도/)).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: '지금 확인' }));
    await expect(args.onCheckNow).toHaveBeenCalledOnce();
  },
};

/** The question says what comes back, and a hasty Enter keeps it going. */
export const CancelIsConfirmed: Story = {
  args: { generation: workingVideo('render', {}, { seconds: 10, creditsCharged: 18 }) },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '취소' }));
    const dialog = await screen.findByRole('alertdialog', { name: '영상 만들기를 취소할까요?' });
    await expect(dialog).toHaveTextContent('10초 안에 멈추고 18 크레딧을 돌려드려요');
    await waitFor(() => expect(screen.getByRole('button', { name: '계속 기다리기' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await expect(args.onCancel).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole('button', { name: '취소' }));
    await userEvent.click(await screen.findByRole('button', { name: '취소하고 돌려받기' }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};

export const Cancelling: Story = {
  args: { generation: workingVideo('render'), openCall: 'cancel' },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: '취소하는 중' }));
    await expect(screen.queryByRole('alertdialog')).toBeNull();
  },
};

export const Ready: Story = {
  args: { generation: readyVideo() },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText('완성')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '재생' }));
    await expect(args.onPlay).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole('button', { name: '내려받기' }));
    await expect(args.onDownload).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole('button', { name: '이 내용으로 다시' }));
    await expect(args.onAgain).toHaveBeenCalledOnce();
  },
};
export const ReadyInTheDark: Story = { args: { generation: readyVideo() }, globals: { theme: 'dark' } };
export const ReadyInEnglish: Story = {
  args: { generation: readyVideo() },
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Play' })).toBeVisible();
  },
};

export const FetchingTheVideo: Story = {
  args: { generation: readyVideo(), openCall: 'play' },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '영상을 불러오는 중' }));
    await expect(args.onPlay).not.toHaveBeenCalled();
  },
};

/** A link that leads nowhere tells where it broke, so that a fresh one goes on from there. */
export const BrokenLink: Story = {
  args: { generation: readyVideo(), video: { url: 'data:video/mp4;base64,AAAA', fromSeconds: 0 } },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByLabelText(/^만든 영상: /)).toHaveAttribute('controls');
    await waitFor(() => expect(args.onBroken).toHaveBeenCalledWith(0));
  },
};

export const Unplayable: Story = {
  args: { generation: readyVideo(), unplayable: true },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('영상을 재생하지 못했어요');
    await userEvent.click(canvas.getByRole('button', { name: '다시 재생' }));
    await expect(args.onPlay).toHaveBeenCalledOnce();
    await expect(canvas.getByRole('button', { name: '내려받기' })).toBeEnabled();
  },
};

export const LinkRefused: Story = {
  args: { generation: readyVideo(), refusal: '영상 주소를 받지 못했어요. 서비스를 잠시 쓸 수 없어요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('서비스를 잠시 쓸 수 없어요.');
  },
};

export const Failed: Story = {
  args: { generation: failedVideo('PROVIDER_FAILED') },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText('10 크레딧을 돌려드렸어요.')).toBeVisible();
    await expect(canvas.getByRole('link', { name: '내역 보기' })).toHaveAttribute('href', '/credits');
    await userEvent.click(canvas.getByRole('button', { name: '이 내용으로 다시' }));
    await expect(args.onAgain).toHaveBeenCalledOnce();
  },
};

/** The end was heard, the ledger not yet read: nothing is claimed that was not seen. */
export const FailedAndRefundNotYetRead: Story = {
  args: { generation: failedVideo('RESULT_MISSING', {}, { creditsRefunded: 0 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('10 크레딧을 돌려드리고 있어요.')).toBeVisible();
    await expect(canvas.queryByText(/돌려드렸어요/)).toBeNull();
  },
};

export const Cancelled: Story = {
  args: { generation: failedVideo('CANCELLED') },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('취소됨')).toBeVisible();
    await expect(canvas.getByText('10 크레딧을 돌려드렸어요.')).toBeVisible();
  },
};
export const CancelledInTheDark: Story = { ...Cancelled, globals: { theme: 'dark' } };

export const LongWords: Story = {
  args: {
    generation: readyVideo({}, { prompt: `${'창가의 화분에 햇살이 천천히 번져 가요. '.repeat(12)}끝.` }),
  },
  play: async ({ canvas }) => {
    const more = canvas.getByRole('button', { name: '모두 보기' });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(more);
    await expect(canvas.getByRole('button', { name: '접기' })).toHaveAttribute('aria-expanded', 'true');
  },
};

export const PictureLoading: Story = { args: { pictureUrl: undefined } };
export const PictureGone: Story = {
  args: { pictureUrl: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('사진을 볼 수 없어요')).toBeVisible();
  },
};
export const SoughtByItsAddress: Story = { args: { generation: failedVideo('ABANDONED'), sought: true } };

/** Every way it can fail is said in its own words and with what came back, in both languages. */
const everyFailure = (locale: 'ko' | 'en'): Story => ({
  globals: { locale },
  render: (args) => (
    <div style={{ display: 'grid', gap: '1rem' }}>
      {TASK_ERROR_CODES.map((code, n) => (
        <GenerationCard key={code} {...args} generation={failedVideo(code, { n: n + 1 })} />
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    const refund = locale === 'ko' ? '10 크레딧을 돌려드렸어요.' : '10 credits were given back.';
    await expect(canvas.getAllByText(refund)).toHaveLength(TASK_ERROR_CODES.length);
    for (const code of TASK_ERROR_CODES.filter((other) => !hasOwnTitle(other))) {
      await expect(canvas.getAllByText(TASK_ERRORS[code].cause[locale])[0]).toBeVisible();
    }
    const { title } = (locale === 'ko' ? studioKo : studioEn).failure;
    for (const own of Object.values(title)) await expect(canvas.getByText(own)).toBeVisible();
  },
});
export const EveryFailure = everyFailure('ko');
export const EveryFailureInEnglish = everyFailure('en');
export const EveryFailureInTheDark: Story = { ...EveryFailure, globals: { theme: 'dark' } };
