import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { taskId } from '../fixtures/views.ts';
import { ledgerEntries } from './fixtures.ts';
import { LedgerTable } from './LedgerTable.tsx';

const meta: Meta<typeof LedgerTable> = {
  title: 'Credits/LedgerTable',
  component: LedgerTable,
  args: {
    entries: ledgerEntries,
    problem: null,
    retrying: false,
    onRetry: fn(),
    hasMore: true,
    loadingMore: false,
    onMore: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof LedgerTable>;

export const Some: Story = {
  play: async ({ canvas, args }) => {
    const [, refund, charge] = canvas.getAllByRole('row');
    if (!refund || !charge) throw new Error('rows are missing');
    await expect(refund).toHaveTextContent('만들지 못한 영상의 크레딧을 돌려받음');
    await expect(refund).toHaveTextContent('+10');
    await expect(refund).toHaveTextContent('1,082');
    await expect(charge).toHaveTextContent('−10');
    await expect(within(refund).getByRole('link', { name: '영상 보기' })).toHaveAttribute(
      'href',
      `/studio?task=${taskId(3)}`,
    );
    await expect(canvas.getByText('행사 당첨을 축하해요')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '더 보기' }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = {
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Given back for a video that was not made')).toBeVisible();
  },
};
/** Time and balance join the two columns that are left. */
export const OnAPhone: Story = {
  decorators: [(Story) => <div style={{ maxWidth: '22rem' }}>{Story()}</div>],
};
export const Loading: Story = { args: { entries: null, hasMore: false } };
export const LoadingMore: Story = { args: { loadingMore: true } };
export const Empty: Story = {
  args: { entries: [], hasMore: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('아직 들어오거나 나간 크레딧이 없어요.')).toBeVisible();
  },
};
export const CouldNotBeRead: Story = {
  args: { entries: null, hasMore: false, problem: '서비스를 잠시 쓸 수 없어요.' },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('내역을 불러오지 못했어요');
    await userEvent.click(canvas.getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
