import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { doubtfulTimeline } from '../fixtures/ops-views.ts';
import { ResolveDialog } from './ResolveDialog.tsx';

const { steps } = doubtfulTimeline;

const meta: Meta<typeof ResolveDialog> = {
  title: 'Ops/ResolveDialog',
  component: ResolveDialog,
  args: { steps, busy: false, problem: null, onDecide: fn(), onClose: fn() },
};
export default meta;
type Story = StoryObj<typeof ResolveDialog>;

const dialog = async () => within(await screen.findByRole('dialog', { name: '결제가 되었나요?' }));

export const ItHappened: Story = {
  play: async ({ args }) => {
    const shown = await dialog();
    await expect(shown.getByText('20260302-004417')).toBeVisible();
    await userEvent.click(shown.getByRole('radio', { name: '결제되었어요' }));
    await userEvent.type(shown.getByLabelText('어떻게 확인했나요?'), '구매 내역에 있음');
    await userEvent.click(shown.getByRole('button', { name: '결정하기' }));
    await expect(args.onDecide).toHaveBeenCalledWith(true, '구매 내역에 있음');
  },
};

/** By keyboard alone. */
export const ItDidNot: Story = {
  play: async ({ args }) => {
    const shown = await dialog();
    shown.getByRole('radio', { name: '결제되었어요' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    const wanted = shown.getByRole('radio', { name: '결제되지 않았어요' });
    await waitFor(() => expect(wanted).toHaveFocus());
    await userEvent.keyboard(' ');
    await expect(wanted).toBeChecked();
    await userEvent.tab();
    await userEvent.keyboard('주문이 없음');
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(args.onDecide).toHaveBeenCalledWith(false, '주문이 없음');
  },
};

export const NothingIsAssumed: Story = {
  play: async ({ args }) => {
    const shown = await dialog();
    await userEvent.click(shown.getByRole('button', { name: '결정하기' }));
    await expect(shown.getByText('하나를 골라 주세요.')).toBeVisible();
    await expect(shown.getByLabelText('어떻게 확인했나요?')).toHaveAccessibleDescription(
      '확인한 방법을 적어 주세요.',
    );
    await expect(args.onDecide).not.toHaveBeenCalled();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = {
  globals: { locale: 'en' },
  play: async () => {
    await expect(await screen.findByRole('dialog', { name: 'Was it paid?' })).toBeVisible();
  },
};
export const Deciding: Story = { args: { busy: true } };
export const SlotTaken: Story = {
  args: {
    problem: '같은 문서를 발급하는 작업이 이미 있어요. 그 작업이 끝난 뒤에 다시 결정해 주세요.',
  },
};
export const FoundBySweep: Story = {
  args: { steps: steps.map((step) => (step.mode === 'once' ? { ...step, status: 'DONE' } : step)) },
  play: async () => {
    const shown = await dialog();
    await expect(shown.getByText('정리 작업이 구매 내역에서 결제를 찾았어요.')).toBeVisible();
  },
};
