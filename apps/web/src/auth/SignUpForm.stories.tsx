import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { SignUpForm } from './SignUpForm.tsx';

const meta: Meta<typeof SignUpForm> = {
  title: 'Auth/SignUpForm',
  component: SignUpForm,
  decorators: [(Story) => <div style={{ maxWidth: '26rem' }}>{Story()}</div>],
  args: { onSignUp: fn(), busy: false, problem: null },
};
export default meta;
type Story = StoryObj<typeof SignUpForm>;

export const Complete: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('이름'), '이새봄');
    await userEvent.type(canvas.getByLabelText('이메일'), 'new@dungji.example');
    await userEvent.type(canvas.getByLabelText('비밀번호'), 'long-enough');
    await userEvent.click(canvas.getByRole('button', { name: '계정 만들기' }));
    await waitFor(() => expect(args.onSignUp).toHaveBeenCalledOnce());
  },
};
export const ShortPassword: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('비밀번호'), 'short');
    await userEvent.click(canvas.getByRole('button', { name: '계정 만들기' }));
    await waitFor(() =>
      expect(canvas.getByLabelText('비밀번호')).toHaveAccessibleDescription('8자 이상 입력해 주세요.'),
    );
    await expect(args.onSignUp).not.toHaveBeenCalled();
  },
};
export const Taken: Story = { args: { problem: '이미 쓰이고 있는 이메일이에요.' } };
export const Creating: Story = { args: { busy: true } };
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };
