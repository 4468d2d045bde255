import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, type within } from 'storybook/test';
import { GrantForm } from './GrantForm.tsx';

const USER = 'usr_01KJN8X3V40000000000000001';

const meta: Meta<typeof GrantForm> = {
  title: 'Credits/GrantForm',
  component: GrantForm,
  args: { amountMax: 1_000_000, granting: false, problem: null, granted: null, onGrant: fn() },
};
export default meta;
type Story = StoryObj<typeof GrantForm>;

const fill = async (canvas: ReturnType<typeof within>, whom: string) => {
  await userEvent.type(canvas.getByLabelText('받을 사람'), whom);
  await userEvent.type(canvas.getByLabelText('크레딧'), '50개');
  await userEvent.type(canvas.getByLabelText('이유'), '문의 보상');
  await userEvent.click(canvas.getByRole('button', { name: '주기' }));
};

export const Filled: Story = {
  play: async ({ canvas, args }) => {
    await fill(canvas, ' tenant@dungji.example ');
    await expect(args.onGrant).toHaveBeenCalledWith(
      { email: 'tenant@dungji.example', amount: 50, note: '문의 보상' },
      expect.any(Function),
    );
    await expect(canvas.getByLabelText('이유')).toHaveValue('문의 보상');
  },
};
export const FilledWithAnId: Story = {
  play: async ({ canvas, args }) => {
    await fill(canvas, USER);
    await expect(args.onGrant).toHaveBeenCalledWith(
      { userId: USER, amount: 50, note: '문의 보상' },
      expect.any(Function),
    );
  },
};
/** The second half of a slow double click finds an empty form. */
export const GivenOnce: Story = {
  args: { onGrant: fn((_, onGiven) => onGiven()) },
  play: async ({ canvas, args }) => {
    await fill(canvas, 'tenant@dungji.example');
    await userEvent.click(canvas.getByRole('button', { name: '주기' }));
    await expect(args.onGrant).toHaveBeenCalledOnce();
    await expect(canvas.getByLabelText('받을 사람')).toHaveValue('');
  },
};
export const Wrong: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('받을 사람'), 'tenant@둥지');
    await userEvent.type(canvas.getByLabelText('크레딧'), '1000001');
    await userEvent.click(canvas.getByRole('button', { name: '주기' }));
    await expect(canvas.getByLabelText('받을 사람')).toBeInvalid();
    await expect(canvas.getByLabelText('크레딧')).toHaveAccessibleDescription(
      '1부터 1,000,000까지의 수를 적어 주세요.',
    );
    await expect(canvas.getByLabelText('이유')).toBeInvalid();
    await expect(args.onGrant).not.toHaveBeenCalled();
  },
};
export const WrongInTheDark: Story = { ...Wrong, globals: { theme: 'dark' } };
export const Giving: Story = { args: { granting: true } };
export const Given: Story = {
  args: { granted: { whom: 'tenant@dungji.example', amount: 50 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent(
      'tenant@dungji.example에게 50 크레딧을 주었어요',
    );
  },
};
export const Refused: Story = {
  args: { problem: '찾을 수 없어요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('크레딧을 주지 못했어요');
  },
};
