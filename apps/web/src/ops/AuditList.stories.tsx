import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { operatorActions } from '../fixtures/ops-views.ts';
import { AuditList } from './AuditList.tsx';

const meta: Meta<typeof AuditList> = {
  title: 'Ops/Audit',
  component: AuditList,
  args: { actions: operatorActions, problem: null, hasMore: true, loadingMore: false, onMore: fn() },
};
export default meta;
type Story = StoryObj<typeof AuditList>;

export const Everything: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('결제되었음')).toBeVisible();
    await expect(canvas.getByText('/api/queues/ocr/pause')).toBeVisible();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };
export const None: Story = { args: { actions: [], hasMore: false } };
export const Loading: Story = { args: { actions: null, hasMore: false } };
export const CouldNotBeRead: Story = {
  args: { actions: null, hasMore: false, problem: '서비스를 잠시 쓸 수 없어요.' },
};
