import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import {
  analysisView,
  insuranceView,
  needsInfo,
  notEligible,
  riskyAnalysis,
} from '../fixtures/analysis-views.ts';
import { nestId } from '../fixtures/views.ts';
import { InsuranceCheck } from './InsuranceCheck.tsx';

const meta: Meta<typeof InsuranceCheck> = {
  title: 'Desk/InsuranceCheck',
  component: InsuranceCheck,
  parameters: { layout: 'fullscreen' },
  args: {
    nestId: nestId(),
    insurance: insuranceView(),
    problem: null,
    analysis: analysisView(),
    working: false,
    otherDepositsKrw: null,
    checking: false,
    onOtherDeposits: fn(),
    onEvidence: fn(),
    onRetry: fn(),
    onClose: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof InsuranceCheck>;

const dialog = async () => within(await screen.findByRole('dialog', { name: '보증보험 확인' }));

export const Eligible: Story = {
  play: async ({ args }) => {
    const sheet = await dialog();
    await expect(sheet.getByText('가입 조건에 맞아요')).toBeVisible();
    await expect(sheet.getByText(/2억 8,500만원 \/ 7억원/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
export const EligibleInTheDark: Story = { globals: { theme: 'dark' } };
export const EligibleInEnglish: Story = { globals: { locale: 'en' } };
export const NotEligible: Story = {
  args: { insurance: notEligible, analysis: riskyAnalysis() },
  play: async ({ args }) => {
    const sheet = await dialog();
    await expect(sheet.getByText('보증금을 낮추거나 빚을 갚아서 3억 5,400만원 줄면 맞아요.')).toBeVisible();
    await expect(sheet.getByText('등기부의 제한이 모두 말소되면 맞아요.')).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: /근거 보기\s*: 소유권에 경매/ }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('finding.0');
  },
};
export const NotEligibleInTheDark: Story = { args: { ...NotEligible.args }, globals: { theme: 'dark' } };
export const NeedsInfo: Story = {
  args: { insurance: needsInfo },
  play: async ({ args }) => {
    const sheet = await dialog();
    await expect(sheet.getByText('아직 알 수 없어요')).toBeVisible();
    await expect(sheet.getByText('집값과 등기부등본이 필요해요.')).toBeVisible();
    await userEvent.type(sheet.getByLabelText('다른 세입자 보증금 합계'), '150000000');
    await userEvent.click(sheet.getByRole('button', { name: '다시 확인' }));
    await expect(args.onOtherDeposits).toHaveBeenCalledWith(150_000_000);
  },
};
export const NeedsInfoInEnglish: Story = { args: { ...NeedsInfo.args }, globals: { locale: 'en' } };
/** Good news waits for what is still being read; bad news does not. */
export const WhileReading: Story = {
  args: { working: true },
  play: async () => {
    const sheet = await dialog();
    await expect(sheet.getByText('서류를 읽고 있어요')).toBeVisible();
    await expect(sheet.queryByText('가입 조건에 맞아요')).toBeNull();
  },
};
export const NotEligibleWhileReading: Story = {
  args: { insurance: notEligible, analysis: riskyAnalysis(), working: true },
  play: async () => {
    await expect((await dialog()).getByText('지금 조건으로는 가입하기 어려워요')).toBeVisible();
  },
};
export const Checking: Story = { args: { insurance: null } };
export const CouldNotBeChecked: Story = {
  args: { insurance: null, problem: '서버에 연결하지 못했어요.' },
  play: async ({ args }) => {
    await userEvent.click((await dialog()).getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
