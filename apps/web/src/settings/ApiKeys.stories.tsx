import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { ago, ahead, NOW_MS } from '../fixtures/views.ts';
import { ApiKeys } from './ApiKeys.tsx';

const meta: Meta<typeof ApiKeys> = {
  title: 'Settings/ApiKeys',
  component: ApiKeys,
  decorators: [(Story) => <div style={{ maxWidth: '42rem' }}>{Story()}</div>],
  args: {
    keys: [
      {
        id: 'a',
        name: '사내 자동화',
        start: 'dj_4fk2',
        createdAt: ago(86_400_000),
        expiresAt: ahead(2_592_000_000),
      },
      { id: 'b', name: '보고서', start: 'dj_8ab1', createdAt: ago(172_800_000), expiresAt: null },
      { id: 'c', name: '지난 실험', start: null, createdAt: ago(259_200_000), expiresAt: ago(1_000) },
    ],
    problem: null,
    creating: false,
    newKey: null,
    nowMs: NOW_MS,
    onCreate: fn(),
    onNewKeyStored: fn(),
    onRevoke: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof ApiKeys>;

export const Some: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText(/만료됨/)).toBeVisible();
    await userEvent.type(canvas.getByLabelText('키 이름'), '새 프로그램');
    await userEvent.click(canvas.getByRole('radio', { name: '30일 뒤' }));
    await userEvent.click(canvas.getByRole('button', { name: '키 만들기' }));
    await expect(args.onCreate).toHaveBeenCalledWith('새 프로그램', 'month');
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const None: Story = { args: { keys: [] } };
export const Loading: Story = { args: { keys: null } };
export const CouldNotBeRead: Story = { args: { keys: null, problem: '서버에 연결하지 못했어요.' } };
export const Creating: Story = { args: { creating: true } };

export const NamelessIsNotAsked: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '키 만들기' }));
    await expect(canvas.getByLabelText('키 이름')).toHaveAccessibleDescription('입력해 주세요.');
    await expect(args.onCreate).not.toHaveBeenCalled();
  },
};

const NEW_KEY = 'dgj_gtbkNnOIyGRMMqhmtIeSBXZcQUgAEOZSfk2m8Xq0sVb7LpR3uYwZtNcHJInMEEzo';

/** All of it is in sight, and only the button closes it: a stray key press must not lose the key for ever. */
export const ShownOnce: Story = {
  args: { newKey: NEW_KEY },
  play: async ({ args }) => {
    await userEvent.keyboard('{Escape}');
    const field = screen.getByLabelText('새 API 키');
    await expect(field).toHaveValue(NEW_KEY);
    await expect(field.scrollHeight).toBeLessThanOrEqual(field.clientHeight);
    await userEvent.click(screen.getByRole('button', { name: '복사해 두었어요' }));
    await expect(args.onNewKeyStored).toHaveBeenCalledOnce();
  },
};

export const RevokeIsConfirmed: Story = {
  play: async ({ canvas, args }) => {
    const [first] = canvas.getAllByRole('button', { name: '폐기' });
    if (first) await userEvent.click(first);
    await expect(await screen.findByRole('alertdialog', { name: '이 키를 폐기할까요?' })).toHaveTextContent(
      '사내 자동화',
    );
    await userEvent.click(screen.getByRole('button', { name: '폐기' }));
    await expect(args.onRevoke).toHaveBeenCalledWith('a');
  },
};
