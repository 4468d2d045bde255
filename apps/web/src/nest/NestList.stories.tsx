import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import {
  ahead,
  failedTask,
  nestId,
  nestWith,
  pendingTask,
  processingTask,
  storedDocument,
  succeededTask,
} from '../fixtures/views.ts';
import { NestList } from './NestList.tsx';

const EVERY_STATE = [
  nestWith(null, null, {
    id: nestId(1),
    name: '연남동 원룸',
    depositKrw: 10_000_000,
    monthlyRentKrw: 650_000,
  }),
  nestWith(pendingTask(), null, { id: nestId(2), name: '망원동 투룸' }),
  nestWith(processingTask(), null, { id: nestId(3), name: '성수동 오피스텔', buildingType: 'OFFICETEL' }),
  nestWith(processingTask({ workerId: null, nextRetryAt: ahead(9_000) }), null, {
    id: nestId(4),
    name: '합정동 빌라',
  }),
  nestWith(succeededTask(), storedDocument(), {
    id: nestId(5),
    name: '마곡 아파트',
    buildingType: 'APARTMENT',
    depositKrw: 1_250_000_000,
  }),
  nestWith(failedTask('ADDRESS_NOT_FOUND'), null, {
    id: nestId(6),
    name: '이름이 아주 길어서 두 줄로 넘어갈 수밖에 없는 둥지',
  }),
  nestWith(failedTask('CANCELLED'), null, {
    id: nestId(7),
    name: '단독주택',
    buildingType: 'DETACHED',
    detailAddress: '',
  }),
];

const meta: Meta<typeof NestList> = {
  title: 'Nest/NestList',
  component: NestList,
  args: {
    nests: EVERY_STATE,
    problem: null,
    onRetry: fn(),
    retrying: false,
    hasMore: false,
    loadingMore: false,
    onMore: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof NestList>;

export const EveryState: Story = {
  play: async ({ canvas }) => {
    for (const status of [
      '발급 전',
      '차례를 기다리는 중',
      '발급 중',
      '다시 시도할 예정',
      '발급 완료',
      '발급 실패',
      '취소됨',
    ]) {
      await expect(canvas.getAllByText(status)[0]).toBeVisible();
    }
    await expect(canvas.getByRole('link', { name: '망원동 투룸' })).toHaveAttribute(
      'href',
      `/nests/${nestId(2)}`,
    );
  },
};
export const EveryStateInTheDark: Story = { ...EveryState, globals: { theme: 'dark' } };
export const EveryStateInEnglish: Story = {
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Will try again')).toBeVisible();
    await expect(canvas.getByText('Deposit ₩10,000,000')).toBeVisible();
  },
};

export const Loading: Story = {
  args: { nests: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status', { name: '불러오는 중이에요' })).toBeVisible();
  },
};

/** The stand-in is as tall as the card that takes its place, so nothing jumps. */
export const NothingMovesWhenItArrives: Story = {
  render: (args) => (
    <div style={{ display: 'grid', gap: '2rem' }}>
      <NestList {...args} nests={null} />
      <NestList {...args} nests={EVERY_STATE.slice(1, 4)} />
    </div>
  ),
  play: async ({ canvas }) => {
    const waiting = canvas.getByRole('status').getBoundingClientRect().height;
    const arrived = canvas.getByRole('list').getBoundingClientRect().height;
    await expect(Math.abs(waiting - arrived)).toBeLessThanOrEqual(2);
  },
};

export const Empty: Story = {
  args: { nests: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: '첫 둥지 만들기' })).toHaveAttribute('href', '/nests/new');
  },
};
export const EmptyInTheDark: Story = { ...Empty, globals: { theme: 'dark' } };

export const CouldNotBeRead: Story = {
  args: { nests: null, problem: '서버에 연결하지 못했어요.' },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('둥지를 불러오지 못했어요');
    await userEvent.click(canvas.getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
export const TryingAgain: Story = {
  args: { nests: null, problem: '서버에 연결하지 못했어요.', retrying: true },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).not.toHaveBeenCalled();
  },
};

/** What was read stays in sight although a later read failed; the connection badge tells. */
export const StaleButShown: Story = {
  args: { problem: '서버에 연결하지 못했어요.' },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('alert')).toBeNull();
    await expect(canvas.getByRole('link', { name: '망원동 투룸' })).toBeVisible();
  },
};

export const MoreToRead: Story = {
  args: { hasMore: true },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '더 보기' }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
