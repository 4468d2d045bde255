import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { documentId } from '../fixtures/views.ts';
import { PicturePicker } from './PicturePicker.tsx';
import samplePicture from './sample-picture.svg?url';

const FILE = { name: '거실.jpg', sizeBytes: 2_400_000 };
const picture = (n: number, url: string | null | undefined = samplePicture) => ({
  documentId: documentId(n),
  url,
});
const upload = { choose: fn(), cancel: fn(), retry: fn(), reset: fn() };

const meta: Meta<typeof PicturePicker> = {
  title: 'Studio/PicturePicker',
  component: PicturePicker,
  decorators: [(Story) => <div style={{ maxWidth: '19rem' }}>{Story()}</div>],
  args: {
    chosen: null,
    recent: [],
    upload: { ...upload, state: { phase: 'idle' } },
    onSample: fn(),
    onChoose: fn(),
    onClear: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof PicturePicker>;

export const NothingYet: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.upload(
      canvas.getByLabelText('사진 올리기'),
      new File(['x'], 'a.png', { type: 'image/png' }),
    );
    await expect(args.upload.choose).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole('button', { name: '예시 사진으로 해 보기' }));
    await expect(args.onSample).toHaveBeenCalledOnce();
  },
};
export const InProduction: Story = {
  args: { onSample: null },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};
export const WithPicturesUsedBefore: Story = {
  args: { recent: [picture(1), picture(2, undefined), picture(3, null), picture(4)] },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: '최근 사진 4' }));
    await expect(args.onChoose).toHaveBeenCalledWith(documentId(4));
  },
};
export const InTheDark: Story = { ...WithPicturesUsedBefore, globals: { theme: 'dark' } };
export const InEnglish: Story = {
  args: { recent: [picture(1)] },
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('radio', { name: 'Recent picture 1' })).toBeVisible();
  },
};
export const Uploading: Story = {
  args: {
    chosen: picture(1),
    recent: [picture(1)],
    upload: { ...upload, state: { phase: 'sending', file: FILE, sentBytes: 1_200_000 } },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar', { name: FILE.name })).toHaveAttribute('aria-valuenow', '50');
    await expect(canvas.queryByRole('img', { name: '고른 사진' })).toBeNull();
  },
};
export const Chosen: Story = {
  args: {
    chosen: picture(2),
    recent: [picture(1), picture(2)],
    upload: { ...upload, state: { phase: 'done', file: FILE, documentId: documentId(2) } },
  },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('img', { name: '고른 사진' })).toBeVisible();
    await expect(canvas.getByRole('radio', { name: '최근 사진 2' })).toBeChecked();
    await userEvent.click(canvas.getByRole('button', { name: '다른 사진' }));
    await expect(args.onClear).toHaveBeenCalledOnce();
  },
};
/** Its link has run out before the picture was loaded. */
export const LinkRanOut: Story = {
  args: { chosen: picture(2, '/no-such-picture.jpg') },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.queryByRole('img')).toBeNull());
    await expect(canvas.getByText('고른 사진')).toBeInTheDocument();
  },
};
export const UploadFailed: Story = {
  args: { upload: { ...upload, state: { phase: 'failed', file: FILE, failure: { kind: 'wrongType' } } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toBeVisible();
  },
};
