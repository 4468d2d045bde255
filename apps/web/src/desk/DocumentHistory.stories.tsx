import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { ago, documentId, storedDocument } from '../fixtures/views.ts';
import { DocumentHistory } from './DocumentHistory.tsx';

const FILES = [
  storedDocument(),
  storedDocument({
    id: documentId(2),
    source: 'UPLOADED',
    fileName: '스캔한 등기.pdf',
    createdAt: ago(900_000_000),
  }),
];

const meta: Meta<typeof DocumentHistory> = {
  title: 'Desk/DocumentHistory',
  component: DocumentHistory,
  args: {
    documents: FILES,
    problem: null,
    currentId: documentId(),
    downloadingId: null,
    onDownload: fn(),
    onRetry: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof DocumentHistory>;

export const TwoFiles: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText(/지금 쓰는 서류/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '스캔한 등기.pdf 내려받기' }));
    await expect(args.onDownload).toHaveBeenCalledWith(documentId(2));
  },
};
export const TwoFilesInTheDark: Story = { globals: { theme: 'dark' } };
export const None: Story = { args: { documents: [] } };
export const Loading: Story = { args: { documents: null } };
export const CouldNotBeRead: Story = {
  args: { documents: null, problem: '서버에 연결하지 못했어요.' },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
