import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { NOW_MS } from '../fixtures/views.ts';
import { ConnectionBadge } from './ConnectionBadge.tsx';

const meta: Meta<typeof ConnectionBadge> = {
  title: 'Connection/ConnectionBadge',
  component: ConnectionBadge,
  args: {
    state: { status: 'live', since: NOW_MS, lastHeardAt: NOW_MS, nextCheckAt: null, endedBy: null },
    pollIntervalMs: 5_000,
    onCheckNow: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof ConnectionBadge>;

export const Live: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: '연결 상태: 실시간' }));
    await expect(await screen.findByText('바뀌는 즉시 이 화면에 나타나요.')).toBeVisible();
  },
};

export const Connecting: Story = {
  args: {
    state: { status: 'connecting', since: NOW_MS, lastHeardAt: null, nextCheckAt: null, endedBy: null },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: '연결 상태: 연결하는 중' })).toBeVisible();
  },
};

export const Polling: Story = {
  args: {
    state: {
      status: 'polling',
      since: NOW_MS,
      lastHeardAt: NOW_MS,
      nextCheckAt: NOW_MS + 5_000,
      endedBy: null,
    },
  },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '연결 상태: 5초마다 확인 중' }));
    await userEvent.click(await screen.findByRole('button', { name: '지금 확인' }));
    await expect(args.onCheckNow).toHaveBeenCalledOnce();
  },
};

/** The interval is the server's to set. */
export const PollingRarely: Story = {
  args: { ...Polling.args, pollIntervalMs: 30_000 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: '연결 상태: 30초마다 확인 중' })).toBeVisible();
  },
};

/** Since the server was last heard, not since the page noticed. */
export const Offline: Story = {
  args: {
    state: {
      status: 'offline',
      since: NOW_MS,
      lastHeardAt: NOW_MS - 120_000,
      nextCheckAt: NOW_MS + 5_000,
      endedBy: null,
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: '연결 상태: 오후 2:28부터 오프라인' })).toBeVisible();
  },
};
export const OfflineInEnglish: Story = {
  ...Offline,
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Connection: Offline since 14:28' })).toBeVisible();
  },
};
export const OfflineInTheDark: Story = { ...Offline, globals: { theme: 'dark' } };
export const PollingInTheDark: Story = { args: { ...Polling.args }, globals: { theme: 'dark' } };

/** Signed out: nothing is claimed any more. */
export const Ended: Story = {
  args: {
    state: {
      status: 'ended',
      since: NOW_MS,
      lastHeardAt: NOW_MS,
      nextCheckAt: null,
      endedBy: 'unauthenticated',
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};
