import type { ApprovalView } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { failedCard, openCard } from '../fixtures/approval-views.ts';
import { ahead, NOW_MS } from '../fixtures/views.ts';
import { Button } from '../ui/Button.tsx';
import { Inbox, type InboxProps } from './Inbox.tsx';
import { StepList } from './StepList.tsx';

const cards: ApprovalView[] = [
  openCard({ n: 1, title: '첫째 요청', expiresAt: ahead(20 * 60_000) }),
  openCard({ n: 2, title: '둘째 요청' }),
  openCard({ n: 3, title: '셋째 요청' }),
];

const meta: Meta<typeof Inbox> = {
  title: 'Approval/Inbox',
  component: Inbox,
  args: {
    cards,
    nowMs: NOW_MS,
    problem: null,
    onRetry: fn(),
    retrying: false,
    hasMore: false,
    loadingMore: false,
    onMore: fn(),
    backBecause: () => null,
    unsure: [],
    onAskNow: fn(),
    onDecide: fn(),
    inputs: ({ steps }) => <StepList steps={steps} nowMs={NOW_MS} />,
  },
  render: (args) => <Deciding {...args} />,
};
export default meta;
type Story = StoryObj<typeof Inbox>;

/** As the page does it: what is decided is gone. The button beside stands for what others do. */
function Deciding(args: InboxProps) {
  const [gone, setGone] = useState<string[]>([]);
  const hide = (id: string) => setGone((before) => [...before, id]);
  return (
    <>
      <Inbox
        {...args}
        cards={args.cards?.filter(({ id }) => !gone.includes(id)) ?? null}
        onDecide={(card, decision, reason) => {
          args.onDecide(card, decision, reason);
          hide(card.id);
        }}
      />
      <Button look="quiet" onClick={() => hide(cards[1]?.id ?? '')}>
        다른 운영자가 둘째를 결정
      </Button>
      <Button look="quiet" onClick={() => setGone([])}>
        모두 되돌리기
      </Button>
    </>
  );
}

type Canvas = Pick<ReturnType<typeof within>, 'getByRole' | 'queryAllByRole'>;
const titles = (canvas: Canvas) =>
  canvas.queryAllByRole('heading', { level: 3 }).map((heading: HTMLElement) => heading.textContent);
const card = (canvas: Canvas, name: string) => canvas.getByRole('article', { name });
const press = (canvas: Canvas, name: string, button: string) =>
  userEvent.click(within(card(canvas, name)).getByRole('button', { name: button }));

export const ByClick: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText('한 시간 안에 끝나는 요청 1건')).toBeVisible();
    await press(canvas, '첫째 요청', '승인');
    await expect(titles(canvas)).toEqual(['둘째 요청', '셋째 요청']);
    await expect(args.onDecide).toHaveBeenCalledWith(cards[0], 'approve', undefined);
    await expect(canvas.getByText('‘첫째 요청’ 요청을 승인했어요. 남은 요청 2건.')).toBeInTheDocument();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };

/** The focus goes to the next card itself: Enter once more decides nothing. */
export const ByKeyboard: Story = {
  play: async ({ canvas, args }) => {
    within(card(canvas, '둘째 요청')).getByRole('button', { name: '승인' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(card(canvas, '셋째 요청')).toHaveFocus());
    await userEvent.keyboard('{Enter}{Enter} ');
    await expect(args.onDecide).toHaveBeenCalledOnce();
    await userEvent.tab();
    await expect(within(card(canvas, '셋째 요청')).getByRole('button', { name: '승인' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(card(canvas, '첫째 요청')).toHaveFocus());
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(canvas.getByRole('heading', { name: '승인할 요청' })).toHaveFocus());
    await expect(args.onDecide).toHaveBeenCalledTimes(3);
    await expect(await canvas.findByText('승인할 요청이 없어요')).toBeVisible();
  },
};

/** The place of a card that went stays for a moment: the second half of a double click hits nothing. */
export const NothingSlipsUnderThePointer: Story = {
  play: async ({ canvas }) => {
    const topOf = (name: string) => Math.round(card(canvas, name).getBoundingClientRect().top);
    const before = topOf('둘째 요청');
    await press(canvas, '첫째 요청', '승인');
    await expect(topOf('둘째 요청')).toBe(before);
    await waitFor(() => expect(topOf('둘째 요청')).toBeLessThan(before), { timeout: 3_000 });
    await expect(titles(canvas)).toEqual(['둘째 요청', '셋째 요청']);
  },
};

export const BackInItsPlace: Story = {
  play: async ({ canvas }) => {
    await press(canvas, '둘째 요청', '승인');
    await expect(titles(canvas)).toEqual(['첫째 요청', '셋째 요청']);
    await userEvent.click(canvas.getByRole('button', { name: '모두 되돌리기' }));
    await expect(titles(canvas)).toEqual(['첫째 요청', '둘째 요청', '셋째 요청']);
  },
};

export const DecidedByAnotherUnderTheFocus: Story = {
  play: async ({ canvas }) => {
    const button = within(card(canvas, '둘째 요청')).getByRole('button', { name: '승인' });
    button.focus();
    // Not by the mouse: it would take the focus along.
    (canvas.getByRole('button', { name: '다른 운영자가 둘째를 결정' }) as HTMLButtonElement).click();
    await waitFor(() => expect(card(canvas, '셋째 요청')).toHaveFocus());
  },
};

export const RejectedWithReason: Story = {
  play: async ({ canvas, args }) => {
    await press(canvas, '둘째 요청', '거절');
    const dialog = within(await screen.findByRole('dialog', { name: '이 요청을 거절할까요?' }));
    await userEvent.type(dialog.getByLabelText(/까닭/), '이번 주는 쉬어요');
    await userEvent.click(dialog.getByRole('button', { name: '거절하기' }));
    await expect(args.onDecide).toHaveBeenCalledWith(cards[1], 'reject', '이번 주는 쉬어요');
    await expect(titles(canvas)).toEqual(['첫째 요청', '셋째 요청']);
    await waitFor(() => expect(card(canvas, '셋째 요청')).toHaveFocus());
  },
};

export const RejectionThoughtOver: Story = {
  play: async ({ canvas, args }) => {
    await press(canvas, '둘째 요청', '거절');
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() =>
      expect(within(card(canvas, '둘째 요청')).getByRole('button', { name: '거절' })).toHaveFocus(),
    );
    await expect(args.onDecide).not.toHaveBeenCalled();
  },
};

export const DecidedByAnotherUnderTheDialog: Story = {
  play: async ({ canvas, args, canvasElement }) => {
    await press(canvas, '둘째 요청', '거절');
    const dialog = within(await screen.findByRole('dialog'));
    const other = [...canvasElement.querySelectorAll('button')].find((button) =>
      button.textContent?.includes('다른 운영자가'),
    );
    other?.click();
    await expect(await dialog.findByRole('alert')).toHaveTextContent('이미 결정되었거나');
    await expect(dialog.queryByRole('button', { name: '거절하기' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: '닫기' }));
    await waitFor(() => expect(card(canvas, '셋째 요청')).toHaveFocus());
    await expect(args.onDecide).not.toHaveBeenCalled();
  },
};

export const OneIsBack: Story = {
  args: {
    cards: [cards[0], failedCard({ n: 2, title: '둘째 요청' })].filter((one) => one !== undefined),
    backBecause: ({ id }) => (id === cards[0]?.id ? '서비스를 잠시 쓸 수 없어요.' : null),
  },
};

export const Unsure: Story = {
  args: { cards: [], unsure: [{ cardId: 'apv_1', title: '저녁 프로필 병합', decision: 'approve' }] },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('‘저녁 프로필 병합’ 승인');
    await userEvent.click(canvas.getByRole('button', { name: '지금 확인' }));
    await expect(args.onAskNow).toHaveBeenCalledOnce();
  },
};

export const Empty: Story = {
  args: { cards: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('승인할 요청이 없어요')).toBeVisible();
  },
};
export const Loading: Story = { args: { cards: null } };
export const NotRead: Story = {
  args: { cards: null, problem: '서버에 연결하지 못했어요.' },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('서버에 연결하지 못했어요.');
    await userEvent.click(canvas.getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
/** What was read before stays, and is said to be old. */
export const Stale: Story = {
  args: { problem: '서버에 연결하지 못했어요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('아까 읽은 내용');
    await expect(titles(canvas)).toHaveLength(3);
  },
};
export const More: Story = {
  args: { hasMore: true },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '더 보기' }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
