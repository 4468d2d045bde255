import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { AuthFrame } from './AuthFrame.tsx';
import { SignInForm } from './SignInForm.tsx';

const meta: Meta<typeof SignInForm> = {
  title: 'Auth/SignInForm',
  component: SignInForm,
  parameters: { layout: 'fullscreen' },
  render: (args) => (
    <AuthFrame title="다시 만나 반가워요" lead="이메일로 로그인해 주세요.">
      <SignInForm {...args} />
    </AuthFrame>
  ),
  args: { onSignIn: fn(), onDemo: fn(), busy: false, problem: null, sessionEnded: false },
};
export default meta;
type Story = StoryObj<typeof SignInForm>;

export const ByEmail: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('이메일'), 'tenant@dungji.example');
    await userEvent.type(canvas.getByLabelText('비밀번호'), 'dungji-demo{Enter}');
    await waitFor(() => expect(args.onSignIn).toHaveBeenCalledOnce());
  },
};
export const ByDemoAccount: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '세입자' }));
    await expect(args.onDemo).toHaveBeenCalledWith('tenant');
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };

/** In production nobody is offered an account that is not theirs. */
export const WithoutDemoAccounts: Story = {
  render: ({ onDemo: _, ...args }) => (
    <AuthFrame title="다시 만나 반가워요" lead="이메일로 로그인해 주세요.">
      <SignInForm {...args} />
    </AuthFrame>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button', { name: '세입자' })).toBeNull();
  },
};

export const Unfinished: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('이메일'), '둥지');
    await userEvent.click(canvas.getByRole('button', { name: '로그인' }));
    await waitFor(() =>
      expect(canvas.getByLabelText('이메일')).toHaveAccessibleDescription('이메일 주소를 확인해 주세요.'),
    );
    await expect(canvas.getByLabelText('비밀번호')).toHaveAccessibleDescription('입력해 주세요.');
    await expect(args.onSignIn).not.toHaveBeenCalled();
  },
};
export const Wrong: Story = {
  args: { problem: '이메일이나 비밀번호가 맞지 않아요.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('이메일이나 비밀번호가 맞지 않아요.');
  },
};
export const SessionEnded: Story = { args: { sessionEnded: true } };
export const SigningIn: Story = {
  args: { busy: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: '로그인하는 중' })).toHaveAttribute('aria-busy', 'true');
    await expect(canvas.getByRole('button', { name: '세입자' })).toBeDisabled();
  },
};
export const PasswordShown: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText('비밀번호'), 'dungji-demo');
    await userEvent.click(canvas.getByRole('button', { name: '비밀번호 보기' }));
    await expect(canvas.getByLabelText('비밀번호')).toHaveAttribute('type', 'text');
  },
};
