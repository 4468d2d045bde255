import { docState, TASK_ERROR_CODES, TASK_ERRORS } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { documentCardArgs } from '../fixtures/document-card.ts';
import { failedTask, NOW_MS, storedDocument } from '../fixtures/views.ts';
import { DocumentCard } from './DocumentCard.tsx';

/** What a card says when an issuance came to nothing, and what it offers then. */
const meta: Meta<typeof DocumentCard> = {
  title: 'Document/DocumentCard/Failed',
  component: DocumentCard,
  decorators: [(Story) => <div style={{ maxWidth: '38rem' }}>{Story()}</div>],
  args: documentCardArgs(),
};
export default meta;
type Story = StoryObj<typeof DocumentCard>;

export const FailedKeepsTheDocument: Story = {
  args: { state: docState(failedTask('TIMEOUT', { n: 2 }), storedDocument(), NOW_MS) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/전에 발급받은 서류는 그대로 있어요/)).toBeVisible();
  },
};

export const AddressNotFound: Story = {
  args: { state: docState(failedTask('ADDRESS_NOT_FOUND', { retryable: false }), null, NOW_MS) },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '주소 고치기' }));
    await expect(args.onEditAddress).toHaveBeenCalledOnce();
  },
};

export const Cancelled: Story = {
  args: { state: docState(failedTask('CANCELLED'), null, NOW_MS) },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText('취소됨')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '다시 발급' }));
    await expect(args.onReissue).toHaveBeenCalledOnce();
  },
};

export const Refused: Story = {
  args: { refusal: '지금은 작업을 시작할 수 없어요. 잠시 후 다시 시도해 주세요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('지금은 작업을 시작할 수 없어요');
    await expect(canvas.getByRole('button', { name: '발급' })).toBeEnabled();
  },
};

/** Every way a task can fail is said in its own words, in both languages, with something to do. */
const everyFailure = (locale: 'ko' | 'en'): Story => ({
  globals: { locale },
  render: (args) => (
    <div style={{ display: 'grid', gap: '1rem' }}>
      {TASK_ERROR_CODES.map((code, n) => (
        <DocumentCard
          key={code}
          {...args}
          state={docState(
            failedTask(code, { n: n + 1, retryable: TASK_ERRORS[code].retryable }),
            null,
            NOW_MS,
          )}
        />
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    for (const code of TASK_ERROR_CODES) {
      const [found] = canvas.getAllByText(TASK_ERRORS[code].message[locale]);
      await expect(found).toBeVisible();
    }
    const again = canvas.getAllByRole('button', { name: locale === 'ko' ? '다시 발급' : 'Issue again' });
    await expect(again).toHaveLength(TASK_ERROR_CODES.length);
  },
});
export const EveryFailure = everyFailure('ko');
export const EveryFailureInEnglish = everyFailure('en');

export const EveryFailureInTheDark: Story = { ...EveryFailure, globals: { theme: 'dark' } };
