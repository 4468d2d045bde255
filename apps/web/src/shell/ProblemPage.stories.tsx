import { REASONS } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { MissingPage, ProblemPage } from './ProblemPage.tsx';

const meta: Meta<typeof ProblemPage> = {
  title: 'Shell/ProblemPage',
  component: ProblemPage,
  args: { error: new TypeError('Failed to fetch'), reset: fn() },
};
export default meta;
type Story = StoryObj<typeof ProblemPage>;

export const OutOfReach: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('서버에 연결하지 못했어요.');
    await userEvent.click(canvas.getByRole('button', { name: '다시 시도' }));
    await expect(args.reset).toHaveBeenCalledOnce();
  },
};

/** A refusal names the request, so that somebody can look it up. */
export const Refused: Story = {
  args: {
    error: Object.assign(new Error(), {
      data: {
        code: REASONS.DEPENDENCY_DOWN.code,
        httpStatus: 503,
        reason: 'DEPENDENCY_DOWN',
        retryable: true,
        restorable: true,
        requestId: '7f3a',
      },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent(
      `${REASONS.DEPENDENCY_DOWN.message.ko} 문의할 때 알려 주세요: 7f3a`,
    );
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };

export const NoSuchPage: Story = {
  render: () => <MissingPage />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: '내 둥지로 가기' })).toHaveAttribute('href', '/');
  },
};
