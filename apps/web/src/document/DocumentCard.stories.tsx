import { docState, TASK_ERRORS } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { documentCardArgs } from '../fixtures/document-card.ts';
import {
  ago,
  ahead,
  documentId,
  failedTask,
  NOW_MS,
  pendingTask,
  processingTask,
  storedDocument,
  succeededTask,
  taskId,
} from '../fixtures/views.ts';
import { DocumentCard } from './DocumentCard.tsx';

const meta: Meta<typeof DocumentCard> = {
  title: 'Document/DocumentCard',
  component: DocumentCard,
  decorators: [(Story) => <div style={{ maxWidth: '38rem' }}>{Story()}</div>],
  args: documentCardArgs(),
};
export default meta;
type Story = StoryObj<typeof DocumentCard>;

const readingTask = (overrides: Parameters<typeof processingTask>[0] = {}) =>
  processingTask({ id: taskId(90), kind: 'ocr', docType: null, documentId: documentId(), ...overrides });

export const NeverIssued: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '발급' }));
    await expect(args.onIssue).toHaveBeenCalledOnce();
  },
};

export const JustClicked: Story = {
  args: { openCall: 'issue' },
  play: async ({ canvas, args }) => {
    const button = canvas.getByRole('button', { name: '요청했어요' });
    await userEvent.click(button);
    await userEvent.click(button);
    await expect(args.onIssue).not.toHaveBeenCalled();
    await expect(canvas.queryByRole('button', { name: '발급' })).toBeNull();
  },
};

export const Waiting: Story = {
  args: { state: docState(pendingTask(), null, NOW_MS) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('timer')).toHaveTextContent('8초');
    await expect(canvas.getByText(/늦어도 .*까지 끝나요/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: '발급 취소' })).toBeEnabled();
    await expect(canvas.queryByRole('button', { name: '다시 발급' })).toBeNull();
  },
};

export const Working: Story = {
  args: { state: docState(processingTask(), null, NOW_MS) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('timer')).toHaveTextContent('42초');
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2');
    await expect(canvas.getByRole('list', { name: '발급 단계' })).toHaveTextContent(
      '주소 찾기완료동·호수 고르기완료열람료 결제진행 중서류 내려받기대기',
    );
  },
};

export const Late: Story = {
  args: {
    state: docState(processingTask({ pendingSince: ago(181_000), startedAt: ago(175_000) }), null, NOW_MS),
  },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('평소보다 오래 걸리고 있어요');
    await userEvent.click(canvas.getByRole('button', { name: '다시 발급' }));
    const dialog = await screen.findByRole('alertdialog', { name: '취소하고 다시 발급할까요?' });
    await expect(args.onReissue).not.toHaveBeenCalled();
    const confirm = [...dialog.querySelectorAll('button')].find(
      ({ textContent }) => textContent === '다시 발급',
    );
    if (confirm) await userEvent.click(confirm);
    await expect(args.onReissue).toHaveBeenCalledOnce();
  },
};

export const LateBeforeItBegan: Story = {
  args: {
    state: docState(pendingTask({ pendingSince: ago(200_000), timeoutAt: ahead(100_000) }), null, NOW_MS),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('평소보다 오래 걸리고 있어요')).toBeVisible();
    await expect(canvas.getByRole('button', { name: '다시 발급' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: '발급 취소' })).toBeVisible();
  },
};

export const Overdue: Story = {
  args: {
    state: docState(processingTask({ pendingSince: ago(1_260_000), timeoutAt: ago(5_000) }), null, NOW_MS),
  },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('정해진 시간이 지났어요');
    await userEvent.click(canvas.getByRole('button', { name: '지금 확인' }));
    await expect(args.onCheckNow).toHaveBeenCalledOnce();
  },
};

export const WaitingForNextAttempt: Story = {
  args: {
    state: docState(
      processingTask({ workerId: null, nextRetryAt: ahead(12_000), lastErrorCode: 'PORTAL_DOWN' }),
      null,
      NOW_MS,
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('2번째 시도, 12초 뒤')).toBeVisible();
    await expect(canvas.getByText(/지난 시도: 발급 사이트에 연결되지 않아요/)).toBeVisible();
  },
};

export const NextAttemptDue: Story = {
  args: {
    state: docState(
      processingTask({ workerId: null, attempt: 2, nextRetryAt: ago(1_000), lastErrorCode: 'WORKER_LOST' }),
      null,
      NOW_MS,
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('3번째 시도, 곧 시작해요')).toBeVisible();
  },
};

export const SecondAttempt: Story = {
  args: { state: docState(processingTask({ attempt: 2 }), null, NOW_MS) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('2번째 시도')).toBeVisible();
  },
};

export const Cancelling: Story = {
  args: { state: docState(processingTask(), null, NOW_MS), openCall: 'cancel' },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '취소하는 중' }));
    await expect(args.onCancel).not.toHaveBeenCalled();
  },
};

export const CancelIsConfirmed: Story = {
  args: { state: docState(processingTask(), null, NOW_MS) },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '발급 취소' }));
    const keep = await screen.findByRole('button', { name: '계속 기다리기' });
    await waitFor(() => expect(keep).toHaveFocus());
    await userEvent.click(keep);
    await expect(args.onCancel).not.toHaveBeenCalled();
    await waitFor(() => expect(canvas.getByRole('button', { name: '발급 취소' })).toHaveFocus());
  },
};

export const Finishing: Story = {
  args: { state: docState(succeededTask(), null, NOW_MS) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('마무리하는 중')).toBeVisible();
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};

export const IssuedAndBeingRead: Story = {
  args: {
    state: docState(succeededTask(), storedDocument({ analysis: 'PENDING', pages: null }), NOW_MS),
    reading: readingTask(),
  },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText('서류를 읽고 있어요')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '내려받기' }));
    await expect(args.onDownload).toHaveBeenCalledOnce();
  },
};

export const IssuedAndRead: Story = {
  args: {
    state: docState(succeededTask(), storedDocument(), NOW_MS),
    reading: succeededTask({
      id: taskId(90),
      kind: 'ocr',
      result: { documentId: documentId(), pages: 4, method: 'OCR', findings: 0 },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('스캔한 글자를 읽었어요')).toBeVisible();
    await expect(canvas.getByText(/4쪽/)).toBeVisible();
  },
};

export const IssuedButUnreadable: Story = {
  args: {
    state: docState(succeededTask(), storedDocument({ analysis: 'FAILED' }), NOW_MS),
    reading: failedTask('UNREADABLE_DOCUMENT', { id: taskId(90), kind: 'ocr' }),
  },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText(/서류를 읽지 못했어요/)).toHaveTextContent(
      TASK_ERRORS.UNREADABLE_DOCUMENT.message.ko,
    );
    await expect(canvas.getByRole('button', { name: '내려받기' })).toBeEnabled();
    await userEvent.click(canvas.getByRole('button', { name: '다시 읽기' }));
    await expect(args.onReadAgain).toHaveBeenCalledOnce();
  },
};
export const AskingForAnotherReading: Story = {
  args: { ...IssuedButUnreadable.args, openCall: 'read' },
};
/** An old failure says nothing about the reading that was asked for since. */
export const ReadOnceMore: Story = {
  args: { ...IssuedButUnreadable.args, reading: readingTask() },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('서류를 읽고 있어요')).toBeVisible();
  },
};
export const NeverRead: Story = {
  args: { state: docState(succeededTask(), storedDocument({ analysis: 'NONE' }), NOW_MS) },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '다시 읽기' }));
    await expect(args.onReadAgain).toHaveBeenCalledOnce();
  },
};

export const PreparingDownload: Story = {
  args: { state: docState(succeededTask(), storedDocument(), NOW_MS), openCall: 'download' },
};

export const IssuedAgain: Story = {
  args: { state: docState(pendingTask({ n: 2 }), storedDocument(), NOW_MS) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: '내려받기' })).toBeVisible();
    await expect(canvas.getByRole('timer')).toBeVisible();
  },
};

const ledgerTask = processingTask({
  docType: 'LEDGER',
  progress: { done: 2, total: 5, label: 'download' },
});

/** A ledger has steps of its own, and nothing to pay. */
export const LedgerWorking: Story = {
  args: { docType: 'LEDGER', state: docState(ledgerTask, null, NOW_MS) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: '건축물대장' })).toBeVisible();
    await expect(canvas.getByText('2 / 5 단계')).toBeVisible();
    await expect(canvas.getAllByRole('listitem')).toHaveLength(5);
    await expect(canvas.queryByText('열람료 결제')).toBeNull();
    await expect(canvas.queryByText(/등기소/)).toBeNull();
  },
};

export const Ledger: Story = {
  args: { docType: 'LEDGER', outlook: <p>수수료 없음</p>, children: <p>지난 서류</p> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article', { name: '건축물대장' })).toHaveTextContent(
      '건물의 용도와 구조, 면적이 적혀 있어요.',
    );
    await expect(canvas.getByText('수수료 없음')).toBeVisible();
    await expect(canvas.getByText('지난 서류')).toBeVisible();
  },
};
/** What to know beforehand is of no use once it has been asked for. */
export const NoOutlookWhileWorking: Story = {
  args: { state: docState(processingTask(), null, NOW_MS), outlook: <p>수수료 없음</p> },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('수수료 없음')).toBeNull();
  },
};

export const WorkingInTheDark: Story = { ...Working, globals: { theme: 'dark' } };
export const LateInTheDark: Story = { ...LateBeforeItBegan, globals: { theme: 'dark' } };
export const RetryInTheDark: Story = { ...WaitingForNextAttempt, globals: { theme: 'dark' } };
export const IssuedInTheDark: Story = { ...IssuedAndRead, globals: { theme: 'dark' } };
export const LateInEnglish: Story = {
  args: { ...LateBeforeItBegan.args },
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('This takes longer than usual')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Issue again' })).toBeVisible();
  },
};
