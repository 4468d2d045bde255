import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { nestWith } from '../fixtures/views.ts';
import { NestForm } from './NestForm.tsx';
import { EMPTY_NEST, valuesOf } from './nest-form-values.ts';

const meta: Meta<typeof NestForm> = {
  title: 'Nest/NestForm',
  component: NestForm,
  decorators: [(Story) => <div style={{ maxWidth: '42rem', margin: '0 auto' }}>{Story()}</div>],
  args: {
    mode: 'create',
    initial: EMPTY_NEST,
    busy: false,
    problem: null,
    refusedFields: [],
    onSubmit: fn(),
    onCancel: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof NestForm>;

export const Empty: Story = {};
export const EmptyInTheDark: Story = { globals: { theme: 'dark' } };
export const EmptyInEnglish: Story = { globals: { locale: 'en' } };

export const FilledAndSent: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('둥지 이름'), '망원동 투룸');
    await userEvent.type(canvas.getByLabelText('도로명 주소'), '서울특별시 마포구 월드컵로 123');
    await userEvent.type(canvas.getByLabelText('동·호수'), '101동 1203호');
    await userEvent.click(canvas.getByRole('radio', { name: '빌라' }));
    await userEvent.type(canvas.getByLabelText('보증금'), '285000000');
    await expect(canvas.getByLabelText('보증금')).toHaveValue('285,000,000');
    await expect(canvas.getByText('2억 8,500만원')).toBeVisible();
    await userEvent.type(canvas.getByLabelText('월세'), '0');
    await userEvent.type(canvas.getByLabelText('임대인 이름'), '김하늘');
    await userEvent.type(canvas.getByLabelText('계약 시작일'), '2026-04-01');
    await userEvent.type(canvas.getByLabelText('계약 종료일'), '2028-03-31');
    await userEvent.click(canvas.getByRole('button', { name: '둥지 만들기' }));
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalledOnce());
    await expect(args.onSubmit).toHaveBeenCalledWith(
      {
        name: '망원동 투룸',
        roadAddress: '서울특별시 마포구 월드컵로 123',
        detailAddress: '101동 1203호',
        buildingType: 'VILLA',
        depositKrw: 285_000_000,
        monthlyRentKrw: 0,
        landlordName: '김하늘',
        contractFrom: '2026-04-01',
        contractTo: '2028-03-31',
        housePriceKrw: null,
        autoIssue: true,
      },
      expect.anything(),
    );
  },
};

export const NothingFilled: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '둥지 만들기' }));
    await waitFor(() => expect(canvas.getByLabelText('둥지 이름')).toHaveFocus());
    await expect(canvas.getByLabelText('둥지 이름')).toHaveAccessibleDescription('입력해 주세요.');
    await expect(canvas.getByLabelText('보증금')).toHaveAccessibleDescription('금액을 숫자로 입력해 주세요.');
    await expect(canvas.getByLabelText('계약 시작일')).toHaveAccessibleDescription('날짜를 골라 주세요.');
    await expect(canvas.getByText('하나를 골라 주세요.')).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};
export const NothingFilledInTheDark: Story = { ...NothingFilled, globals: { theme: 'dark' } };

export const EndBeforeStart: Story = {
  args: { initial: { ...valuesOf(nestWith(null)), contractTo: '2026-01-01' } },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '둥지 만들기' }));
    await waitFor(() =>
      expect(canvas.getByLabelText('계약 종료일')).toHaveAccessibleDescription(
        '끝나는 날이 시작하는 날보다 빨라요.',
      ),
    );
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

export const TooMuchMoney: Story = {
  args: { initial: { ...valuesOf(nestWith(null)), depositKrw: 2_000_000_000_000 } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: '둥지 만들기' }));
    await waitFor(() =>
      expect(canvas.getByLabelText('보증금')).toHaveAccessibleDescription('1조원까지 입력할 수 있어요.'),
    );
  },
};

/** What only the server knows comes back to the field it is about. */
export const RefusedByTheServer: Story = {
  args: {
    initial: valuesOf(nestWith(null)),
    problem: '표시된 칸을 확인해 주세요.',
    refusedFields: ['roadAddress', 'landlordName', 'somethingNewer'],
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByLabelText('도로명 주소')).toHaveFocus());
    await expect(canvas.getByLabelText('도로명 주소')).toHaveAccessibleDescription(
      '이 값을 다시 확인해 주세요.',
    );
    await expect(canvas.getByLabelText('임대인 이름')).toBeInvalid();
    await expect(canvas.getByRole('alert')).toHaveTextContent('표시된 칸을 확인해 주세요.');
  },
};

export const Sending: Story = {
  args: { initial: valuesOf(nestWith(null)), busy: true },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '만드는 중' }));
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

export const Editing: Story = {
  args: { mode: 'edit', initial: valuesOf(nestWith(null)) },
  play: async ({ canvas, args }) => {
    await expect(canvas.queryByRole('switch')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: '취소' }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
