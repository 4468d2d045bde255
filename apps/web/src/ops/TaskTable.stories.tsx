import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { operatorTasks } from '../fixtures/ops-views.ts';
import { NOW_MS } from '../fixtures/views.ts';
import type { TaskFilters } from './ops-search.ts';
import { Panel } from './Panel.tsx';
import { TaskFilterBar } from './TaskFilterBar.tsx';
import { TaskTable, type TaskTableProps } from './TaskTable.tsx';

type Shown = TaskTableProps & { filters: TaskFilters; onChange: (filters: TaskFilters) => void };

const meta: Meta<Shown> = {
  title: 'Ops/Tasks',
  args: {
    tasks: operatorTasks,
    nowMs: NOW_MS,
    hasMore: true,
    loadingMore: false,
    filters: {},
    onMore: fn(),
    onChange: fn(),
  },
  render: ({ filters, onChange, ...table }) => (
    <Panel title="작업">
      <TaskFilterBar filters={filters} workerIds={['worker-1', 'worker-2']} onChange={onChange} />
      <TaskTable {...table} />
    </Panel>
  ),
};
export default meta;
type Story = StoryObj<Shown>;

export const Everybody: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.selectOptions(canvas.getByLabelText('상태'), 'FAILED');
    await expect(args.onChange).toHaveBeenLastCalledWith({ status: 'FAILED' });
    await userEvent.click(canvas.getByRole('button', { name: '결정할 작업만' }));
    await expect(args.onChange).toHaveBeenLastCalledWith({ inDoubt: true });
    const [first] = canvas.getAllByRole('link');
    await expect(first).toHaveAttribute('href', expect.stringContaining('task=tsk_'));
    await userEvent.click(canvas.getByRole('button', { name: '더 보기' }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
export const InTheDark: Story = { globals: { theme: 'dark' } };
export const InEnglish: Story = { globals: { locale: 'en' } };
export const Filtered: Story = {
  args: {
    filters: { inDoubt: true, userId: 'usr_01KJN8X3V40000000000000777', workerId: 'worker-9' },
    tasks: operatorTasks.slice(0, 1),
    hasMore: false,
  },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('button', { name: '결정할 작업만' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(canvas.getByLabelText('작업자')).toHaveValue('worker-9');
    await userEvent.click(canvas.getByRole('button', { name: /사용자/ }));
    await expect(args.onChange).toHaveBeenLastCalledWith({
      inDoubt: true,
      userId: undefined,
      workerId: 'worker-9',
    });
    await userEvent.click(canvas.getByRole('button', { name: '조건 지우기' }));
    await expect(args.onChange).toHaveBeenLastCalledWith({});
  },
};
export const None: Story = { args: { tasks: [], hasMore: false } };
export const Loading: Story = { args: { tasks: null, hasMore: false } };
