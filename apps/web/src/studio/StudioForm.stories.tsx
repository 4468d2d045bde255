import { GENERATION_PROMPT_MAX, REASONS } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, useState } from 'react';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { documentId } from '../fixtures/views.ts';
import { StudioForm } from './StudioForm.tsx';
import { EMPTY_WISH } from './wish.ts';

const WISH = {
  imageDocumentId: documentId(7),
  prompt: '카메라가 천천히 거실로 다가가요.',
  seconds: 10 as const,
};

const meta: Meta<typeof StudioForm> = {
  title: 'Studio/StudioForm',
  component: StudioForm,
  decorators: [(Story) => <div style={{ maxWidth: '22rem' }}>{Story()}</div>],
  args: {
    wish: WISH,
    onWish: fn(),
    picture: <p>사진</p>,
    isUploading: false,
    balance: 100,
    asking: false,
    refusal: null,
    refilled: false,
    onAsk: fn(),
  },
  render: (args) => <Filled {...args} />,
};
export default meta;
type Story = StoryObj<typeof StudioForm>;

function Filled(args: ComponentProps<typeof StudioForm>) {
  const [wish, setWish] = useState(args.wish);
  return <StudioForm {...args} wish={wish} onWish={setWish} />;
}

/** The price stands on the button that spends it, and follows the length. */
export const Whole: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText('만들고 나면 82 크레딧이 남아요.')).toBeVisible();
    await userEvent.click(canvas.getByRole('radio', { name: /30초/ }));
    await expect(canvas.getByText('만들고 나면 50 크레딧이 남아요.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '50 크레딧으로 만들기' }));
    await expect(args.onAsk).toHaveBeenCalledOnce();
    await expect(args.onAsk).toHaveBeenCalledWith({ ...WISH, seconds: 30 });
  },
};
export const WholeInTheDark: Story = { globals: { theme: 'dark' } };
export const WholeInEnglish: Story = {
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Make it for 18 credits' })).toBeVisible();
  },
};

export const LengthByKeyboard: Story = {
  play: async ({ canvas }) => {
    canvas.getByRole('radio', { name: /10초/ }).focus();
    await userEvent.keyboard('{ArrowLeft>}');
    await waitFor(() => expect(canvas.getByRole('radio', { name: /5초/ })).toBeChecked());
    await userEvent.keyboard('{/ArrowLeft}');
    await expect(canvas.getByRole('button', { name: '10 크레딧으로 만들기' })).toBeVisible();
  },
};

/** Everything that is missing is said at once, and no longer once it is there. */
export const Empty: Story = {
  args: { wish: EMPTY_WISH },
  play: async ({ canvas, args }) => {
    await expect(canvas.queryByRole('alert')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: '10 크레딧으로 만들기' }));
    await expect(canvas.getByRole('alert')).toHaveTextContent('사진을 골라 주세요');
    const prompt = canvas.getByLabelText('어떤 영상인가요?');
    await expect(prompt).toBeInvalid();
    await expect(prompt).toHaveAccessibleDescription(/어떤 영상을 만들지 적어 주세요/);
    await userEvent.type(prompt, '햇살');
    await expect(prompt).toBeValid();
    await expect(args.onAsk).not.toHaveBeenCalled();
  },
};
export const EmptyInTheDark: Story = { ...Empty, globals: { theme: 'dark' } };

export const StillUploading: Story = {
  args: { isUploading: true },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '18 크레딧으로 만들기' }));
    await expect(canvas.getByRole('alert')).toHaveTextContent('사진을 다 올린 뒤에');
    await expect(args.onAsk).not.toHaveBeenCalled();
  },
};

/** What was pasted stays whole, so that somebody can shorten it. */
export const TooLong: Story = {
  args: { wish: { ...WISH, prompt: '가'.repeat(GENERATION_PROMPT_MAX + 20) } },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText('2,020 / 2,000자')).toBeVisible();
    await expect(canvas.getByText('2,000자까지 쓸 수 있어요.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '18 크레딧으로 만들기' }));
    await expect(args.onAsk).not.toHaveBeenCalled();
  },
};

/** Told before the click, with a length that is within reach. */
export const TooFewCredits: Story = {
  args: { balance: 12 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('크레딧이 6 부족해요');
    await expect(canvas.getByRole('status')).toHaveTextContent('지금은 12 크레딧이 있어요');
    await userEvent.click(canvas.getByRole('button', { name: '5초로 바꾸기' }));
    await expect(canvas.getByText('만들고 나면 2 크레딧이 남아요.')).toBeVisible();
  },
};
export const TooFewCreditsInTheDark: Story = { args: { balance: 12 }, globals: { theme: 'dark' } };
export const NoCredits: Story = {
  args: { balance: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('크레딧이 18 부족해요');
    await expect(canvas.queryByRole('button', { name: /바꾸기/ })).toBeNull();
  },
};

/** And at the click, when they went elsewhere in between. */
export const RefusedForCredits: Story = {
  args: { balance: 12, refusal: REASONS.INSUFFICIENT_CREDITS.message.ko },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent(REASONS.INSUFFICIENT_CREDITS.message.ko);
    await expect(canvas.getByLabelText('어떤 영상인가요?')).toHaveValue(WISH.prompt);
  },
};
export const BalanceNotKnownYet: Story = {
  args: { balance: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('남은 크레딧은 요청할 때 확인해요.')).toBeVisible();
  },
};

export const JustClicked: Story = {
  args: { asking: true },
  play: async ({ canvas, args }) => {
    const button = canvas.getByRole('button', { name: '요청했어요' });
    await userEvent.click(button);
    await expect(button).toHaveFocus();
    await expect(args.onAsk).not.toHaveBeenCalled();
  },
};

export const DoubleClick: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.dblClick(canvas.getByRole('button', { name: '18 크레딧으로 만들기' }));
    await expect(args.onAsk).toHaveBeenCalledOnce();
  },
};

export const FilledFromAnEarlierOne: Story = {
  args: { refilled: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/지난 내용을 채워 두었어요/)).toBeVisible();
  },
};
