import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { OutlookNote } from './OutlookNote.tsx';

const OUTLOOK = {
  feeKrw: 700,
  usualMs: 84_000,
  slowMs: 180_000,
  sample: 20,
  ahead: 0,
  workersOnline: 2,
  serverNow: '2026-03-02T05:30:00.000Z',
};

const meta: Meta<typeof OutlookNote> = {
  title: 'Desk/OutlookNote',
  component: OutlookNote,
  args: { outlook: OUTLOOK },
};
export default meta;
type Story = StoryObj<typeof OutlookNote>;

export const Usual: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('list')).toHaveTextContent('수수료 700원보통 1분 24초 걸려요');
  },
};
export const UsualInTheDark: Story = { globals: { theme: 'dark' } };
export const Waiting: Story = {
  args: { outlook: { ...OUTLOOK, ahead: 3 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('앞에 3건이 기다리고 있어요')).toBeVisible();
  },
};
export const FreeAndNew: Story = {
  args: { outlook: { ...OUTLOOK, feeKrw: 0, usualMs: null, slowMs: null, sample: 0 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('수수료 없음')).toBeVisible();
    await expect(canvas.getByText(/아직 기록이 적어서/)).toBeVisible();
  },
};
export const NobodyToIssue: Story = {
  args: { outlook: { ...OUTLOOK, workersOnline: 0 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('지금은 발급을 맡을 작업자가 없어요')).toBeVisible();
  },
};
/** Unknown is not "nobody". */
export const WorkersUnknown: Story = {
  args: { outlook: { ...OUTLOOK, workersOnline: null } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/작업자가 없어요/)).toBeNull();
  },
};
export const InEnglish: Story = {
  args: { outlook: { ...OUTLOOK, ahead: 1, workersOnline: 0 } },
  globals: { locale: 'en' },
};
export const Loading: Story = { args: { outlook: null } };
