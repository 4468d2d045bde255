import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { documentId } from '../fixtures/views.ts';
import type { SendFile } from './send-file.ts';
import { UploadBox } from './UploadBox.tsx';
import { UploadFailedError, type UploadFailure } from './upload-failure.ts';
import { useUpload } from './use-upload.ts';

const FILE = { name: '등기부등본_월드컵로123.pdf', sizeBytes: 1_834_020 };

const meta: Meta<typeof UploadBox> = {
  title: 'Upload/UploadBox',
  component: UploadBox,
  decorators: [(Story) => <div style={{ maxWidth: '34rem' }}>{Story()}</div>],
  args: {
    label: '등기부등본 올리기',
    accept: 'document',
    state: { phase: 'idle' },
    choose: fn(),
    cancel: fn(),
    retry: fn(),
    reset: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof UploadBox>;

const pdf = (name = FILE.name) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

export const Empty: Story = {
  play: async ({ canvas, args }) => {
    const input = canvas.getByLabelText('등기부등본 올리기');
    await expect(input).toHaveAccessibleDescription(/PDF, PNG, JPEG · 20MB까지/);
    await userEvent.tab();
    await expect(input).toHaveFocus();
    await userEvent.upload(input, pdf());
    await expect(args.choose).toHaveBeenCalledOnce();
  },
};
export const EmptyInTheDark: Story = { globals: { theme: 'dark' } };
export const ForAPicture: Story = {
  args: { label: '사진 올리기', accept: 'picture' },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('사진 올리기')).toHaveAttribute('accept', 'image/png,image/jpeg');
  },
};
export const Checking: Story = { args: { state: { phase: 'checking', file: FILE } } };
export const Sending: Story = {
  args: { state: { phase: 'sending', file: FILE, sentBytes: 1_180_000 } },
  play: async ({ canvas, args }) => {
    const bar = canvas.getByRole('progressbar', { name: FILE.name });
    await expect(bar).toHaveAttribute('aria-valuenow', '64');
    await expect(bar).toHaveAttribute('aria-valuetext', '1.2 MB / 1.8 MB');
    await userEvent.click(canvas.getByRole('button', { name: '올리기 취소' }));
    await expect(args.cancel).toHaveBeenCalledOnce();
  },
};
export const SendingInTheDark: Story = { args: Sending.args ?? {}, globals: { theme: 'dark' } };
export const Storing: Story = {
  args: { state: { phase: 'storing', file: FILE } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(canvas.getByRole('status')).toHaveTextContent('서버가 파일을 확인하고 있어요');
  },
};
export const Done: Story = {
  args: { state: { phase: 'done', file: FILE, documentId: documentId() } },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '다른 파일 고르기' }));
    await expect(args.reset).toHaveBeenCalledOnce();
  },
};

const FAILURES: UploadFailure[] = [
  { kind: 'several' },
  { kind: 'empty' },
  { kind: 'tooLarge' },
  { kind: 'wrongType' },
  { kind: 'unreadable' },
  { kind: 'insecure' },
  { kind: 'cancelled' },
  { kind: 'connection' },
  { kind: 'expired' },
  { kind: 'storage' },
  {
    kind: 'refused',
    error: {
      data: {
        code: 'UNPROCESSABLE_CONTENT',
        httpStatus: 422,
        path: 'documents.completeUpload',
        reason: 'UPLOAD_MISMATCH',
        retryable: false,
        restorable: false,
        requestId: 'r1',
      },
    },
  },
  { kind: 'unsure', documentId: documentId() },
];

/** Every way an upload can fail is said in its own words, with something to do. */
const everyFailure = (locale: 'ko' | 'en'): Story => ({
  globals: { locale },
  render: (args) => (
    <div style={{ display: 'grid', gap: '1rem' }}>
      {FAILURES.map((failure) => (
        <UploadBox key={failure.kind} {...args} state={{ phase: 'failed', file: FILE, failure }} />
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    const alerts = canvas.getAllByRole('alert');
    await expect(alerts).toHaveLength(FAILURES.length);
    const words = new Set(alerts.map((alert) => alert.querySelector('p')?.textContent));
    await expect(words.size).toBe(FAILURES.length);
    await expect(
      canvas.getAllByRole('button', { name: locale === 'ko' ? '다시 올리기' : 'Upload again' }),
    ).toHaveLength(5);
    await expect(
      canvas.getByRole('button', { name: locale === 'ko' ? '다시 확인' : 'Check again' }),
    ).toBeVisible();
  },
});
export const EveryFailure = everyFailure('ko');
export const EveryFailureInEnglish = everyFailure('en');
export const EveryFailureInTheDark: Story = { ...EveryFailure, globals: { theme: 'dark' } };

/** The hook behind the box, with a storage that stands still until told. */
function WholeWay({ send, onDone }: { send: SendFile; onDone: (documentId: string) => void }) {
  const upload = useUpload({
    calls: {
      create: async () => ({
        documentId: documentId(7),
        url: '/nowhere',
        headers: {},
        expiresAt: '2026-03-02T05:30:00.000Z',
      }),
      complete: async () => ({}),
    },
    purpose: { docType: 'REGISTRY' },
    onDone,
    send,
  });
  return <UploadBox {...upload} label="등기부등본 올리기" accept="document" />;
}

const onDone = fn();
export const CancelledAndSentAgain: Story = {
  render: () => {
    let tries = 0;
    const send: SendFile = (_file, _target, { signal, onProgress }) => {
      tries += 1;
      onProgress(3);
      if (tries > 1) return Promise.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new UploadFailedError({ kind: 'cancelled' })));
      });
    };
    return <WholeWay send={send} onDone={onDone} />;
  },
  play: async ({ canvas }) => {
    onDone.mockClear();
    await userEvent.upload(canvas.getByLabelText('등기부등본 올리기'), pdf());
    await userEvent.click(await canvas.findByRole('button', { name: '올리기 취소' }));
    const again = await canvas.findByRole('button', { name: '다시 올리기' });
    await waitFor(() => expect(again).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await expect(await canvas.findByText(/올렸어요/)).toBeVisible();
    await expect(onDone).toHaveBeenCalledWith(documentId(7));
  },
};
export const WrongFile: Story = {
  render: () => <WholeWay send={fn()} onDone={onDone} />,
  play: async ({ canvas }) => {
    await userEvent.upload(
      canvas.getByLabelText('등기부등본 올리기'),
      new File(['PK not a pdf'], '등기.pdf', { type: 'application/pdf' }),
    );
    await expect(await canvas.findByRole('alert')).toHaveTextContent('PDF, PNG, JPEG 파일만 올릴 수 있어요');
    await userEvent.click(canvas.getByRole('button', { name: '다른 파일 고르기' }));
    await expect(canvas.getByLabelText('등기부등본 올리기')).toBeInTheDocument();
  },
};
