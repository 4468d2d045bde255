import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { documentId, NOW_MS } from '../fixtures/views.ts';
import { AskedCard } from './AskedCard.tsx';
import { failedVideo, readyVideo, workingVideo } from './fixtures.ts';
import { GenerationCard } from './GenerationCard.tsx';
import { GenerationList } from './GenerationList.tsx';
import type { Generation } from './generation.ts';
import samplePicture from './sample-picture.svg?url';

const card = (generation: Generation) => (
  <GenerationCard
    key={generation.id}
    generation={generation}
    pictureUrl={samplePicture}
    serverNowMs={NOW_MS}
    openCall={null}
    refusal={null}
    video={null}
    unplayable={false}
    onCancel={fn()}
    onCheckNow={fn()}
    onAgain={fn()}
    onPlay={fn()}
    onBroken={fn()}
    onDownload={fn()}
  />
);
const asked = (unsure: boolean, onAskAgain = fn()) => (
  <AskedCard
    key="asked"
    wish={{ imageDocumentId: documentId(7), prompt: '커튼이 바람에 흔들려요.', seconds: 5 }}
    pictureUrl={samplePicture}
    unsure={unsure}
    asking={false}
    onAskAgain={onAskAgain}
  />
);
const askAgain = fn();

const meta: Meta<typeof GenerationList> = {
  title: 'Studio/GenerationList',
  component: GenerationList,
  decorators: [(Story) => <div style={{ maxWidth: '40rem' }}>{Story()}</div>],
  args: {
    cards: [card(workingVideo('render', { n: 3 })), card(readyVideo({ n: 2 })), card(failedVideo('TIMEOUT'))],
    problem: null,
    retrying: false,
    onRetry: fn(),
    hasMore: true,
    loadingMore: false,
    onMore: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof GenerationList>;

export const Some: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getAllByRole('article')).toHaveLength(3);
    await userEvent.click(canvas.getByRole('button', { name: '더 보기' }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const Loading: Story = { args: { cards: null, hasMore: false } };
export const Empty: Story = {
  args: { cards: [], hasMore: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: '아직 만든 영상이 없어요' })).toBeVisible();
  },
};
export const LoadingMore: Story = { args: { loadingMore: true } };
export const CouldNotBeRead: Story = {
  args: { cards: null, hasMore: false, problem: '서버에 연결하지 못했어요.' },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('서버에 연결하지 못했어요.');
    await userEvent.click(canvas.getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};

/** In its place at once, before the server has said anything. */
export const JustAsked: Story = {
  args: { cards: [asked(false), card(readyVideo())], hasMore: false },
  play: async ({ canvas }) => {
    const [first] = canvas.getAllByRole('article');
    await expect(first).toHaveTextContent('요청 중');
    await expect(first).toHaveTextContent('5초 · 10 크레딧');
  },
};
export const AnswerLost: Story = {
  args: { cards: [asked(true, askAgain)], hasMore: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('크레딧은 한 번만 쓰여요');
    await userEvent.click(canvas.getByRole('button', { name: '지금 다시 물어보기' }));
    await expect(askAgain).toHaveBeenCalled();
  },
};
export const AnswerLostInTheDark: Story = { ...AnswerLost, globals: { theme: 'dark' } };
