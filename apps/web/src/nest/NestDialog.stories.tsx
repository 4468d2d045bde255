import type { DocType } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { DocumentCard } from '../document/DocumentCard.tsx';
import { documentCardArgs } from '../fixtures/document-card.ts';
import { nestWith, processingTask } from '../fixtures/views.ts';
import { NestDialog } from './NestDialog.tsx';

const NEST = nestWith(processingTask());

const cardOf = (docType: DocType) => (
  <DocumentCard key={docType} {...documentCardArgs({ docType, state: NEST.documents[docType] })} />
);

const meta: Meta<typeof NestDialog> = {
  title: 'Nest/NestDialog',
  component: NestDialog,
  parameters: { layout: 'fullscreen' },
  args: {
    nest: NEST,
    problem: null,
    removing: false,
    documents: [cardOf('REGISTRY'), cardOf('LEDGER')],
    onRetry: fn(),
    onEdit: fn(),
    onRemove: fn(),
    onClose: fn(),
    onCloseFocus: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof NestDialog>;

export const Open: Story = {
  play: async ({ args }) => {
    const dialog = within(await screen.findByRole('dialog', { name: '망원동 투룸' }));
    await expect(dialog.getByText('2억 8,500만원')).toBeVisible();
    await expect(dialog.getByRole('article', { name: '등기부등본' })).toBeVisible();
    const ledger = within(dialog.getByRole('article', { name: '건축물대장' }));
    await expect(ledger.getByRole('button', { name: '발급' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
export const OpenInTheDark: Story = { globals: { theme: 'dark' } };
export const OpenInEnglish: Story = {
  globals: { locale: 'en' },
  play: async () => {
    await expect(await screen.findByRole('article', { name: 'Building ledger' })).toBeVisible();
  },
};

export const Edit: Story = {
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole('button', { name: '둥지 메뉴' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '둥지 고치기' }));
    await expect(args.onEdit).toHaveBeenCalledOnce();
  },
};

export const RemovalIsConfirmed: Story = {
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole('button', { name: '둥지 메뉴' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '둥지 지우기' }));
    const question = within(await screen.findByRole('alertdialog', { name: '이 둥지를 지울까요?' }));
    await waitFor(() => expect(question.getByRole('button', { name: '취소' })).toHaveFocus());
    await expect(args.onRemove).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole('button', { name: '지우기' }));
    await expect(args.onRemove).toHaveBeenCalledOnce();
  },
};

export const Removing: Story = {
  args: { removing: true },
  play: async () => {
    await expect(await screen.findByRole('button', { name: '지우는 중' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  },
};

export const Loading: Story = {
  args: { nest: null, documents: null },
  play: async () => {
    await waitFor(() => expect(screen.getByRole('dialog', { name: '불러오는 중이에요' })).toBeVisible());
  },
};

export const Missing: Story = {
  args: { nest: null, documents: null, problem: { kind: 'missing' } },
  play: async ({ args }) => {
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: '이 둥지를 찾을 수 없어요' })).toBeVisible(),
    );
    await userEvent.click(screen.getByRole('button', { name: '내 둥지로 가기' }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};

export const CouldNotBeRead: Story = {
  args: { nest: null, documents: null, problem: { kind: 'refused', text: '서버에 연결하지 못했어요.' } },
  play: async ({ args }) => {
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: '둥지를 불러오지 못했어요' })).toBeVisible(),
    );
    await userEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
