import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { LEDGER_DOCUMENT } from '../fixtures/analysis-views.ts';
import { change, comparison, issuedAgain, notCompared, nothingChanged } from '../fixtures/change-views.ts';
import { documentId } from '../fixtures/views.ts';
import { Changes } from './Changes.tsx';

const meta: Meta<typeof Changes> = {
  title: 'Desk/Changes',
  component: Changes,
  args: { docType: 'REGISTRY', comparison: comparison(), analysis: issuedAgain(), onEvidence: fn() },
};
export default meta;
type Story = StoryObj<typeof Changes>;

export const Changed: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText('4가지가 달라졌어요')).toBeVisible();
    // Every number leads to the document it stands in: the new one, and the one before.
    await userEvent.click(canvas.getByRole('button', { name: /^1억 2,000만원.*지난 등기부등본/ }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('change.REGISTRY.2.2');
    await userEvent.click(
      canvas.getAllByRole('button', { name: /^2억 4,000만원.*등기부등본/ })[0] as Element,
    );
    await expect(args.onEvidence).toHaveBeenLastCalledWith('change.REGISTRY.0.0');
    await userEvent.click(canvas.getByRole('button', { name: '지난 등기부등본 · 갑구 2번 · 2쪽' }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('change.REGISTRY.1.1');
  },
};
export const ChangedInTheDark: Story = { globals: { theme: 'dark' } };
export const ChangedInEnglish: Story = {
  globals: { locale: 'en' },
  args: { comparison: comparison({ changes: [change({ title: 'New: mortgage' })] }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('One thing has changed')).toBeVisible();
  },
};
export const ChangedAndPerhapsMore: Story = {
  args: { comparison: comparison({ changes: [change()], limits: ['NEWER_PARTIAL', 'APPLICATION_PENDING'] }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('이것 말고도 바뀐 것이 있을 수 있어요.')).toBeVisible();
    await expect(canvas.getByText(/처리 중인 신청이 있어서/)).toBeVisible();
  },
};
export const NothingChanged: Story = {
  args: { comparison: nothingChanged },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('달라진 것이 없어요')).toBeVisible();
  },
};
/** "Could not be compared" is not "nothing changed". */
export const CannotTell: Story = {
  args: { comparison: notCompared },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('달라진 것이 없어요')).toBeNull();
    await expect(canvas.getByText(/바뀐 것이 없다는 뜻이 아니에요/)).toBeVisible();
    await expect(canvas.getByText('지난 서류를 끝까지 읽지 못했어요.')).toBeVisible();
  },
};
export const TwoHomes: Story = {
  args: { comparison: { ...notCompared, limits: ['OTHER_HOME'] } },
};
export const LedgerInBreach: Story = {
  args: {
    docType: 'LEDGER',
    comparison: comparison({
      earlier: { documentId: documentId(8), asOf: '2026-01-05', createdAt: '2026-01-05T02:01:00.000Z' },
      changes: [
        change({
          code: 'VIOLATION_ADDED',
          title: '위반건축물 표시가 생겼어요',
          detail: '지난 대장에는 없던 표시예요.',
          afterKrw: null,
          after: [
            {
              documentId: LEDGER_DOCUMENT,
              page: 2,
              section: '건축물대장',
              rank: null,
              text: '위반건축물 표기',
              places: [],
            },
          ],
        }),
      ],
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/2026\.01\.05 서류와 비교/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: '건축물대장 · 2쪽' })).toBeVisible();
  },
};
/** Whatever the reader left in, no number of a person is shown. */
export const ResidentNumbersAreNeverShown: Story = {
  args: { comparison: comparison({ changes: [change({ detail: '홍길동 800101-1234567 → 성춘향' })] }) },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.textContent).not.toMatch(/\d{6}-\d/);
  },
};
