import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type { DocumentPhase } from './document-phase.ts';
import { PhaseBadge } from './PhaseBadge.tsx';

const PHASES: DocumentPhase[] = [
  'none',
  'waiting',
  'working',
  'retrying',
  'finishing',
  'ready',
  'failed',
  'cancelled',
];

const meta: Meta<typeof PhaseBadge> = {
  title: 'Document/PhaseBadge',
  component: PhaseBadge,
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' }}>
      {PHASES.map((phase) => (
        <PhaseBadge key={phase} phase={phase} />
      ))}
    </div>
  ),
};
export default meta;
type Story = StoryObj<typeof PhaseBadge>;

export const Every: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('발급 완료')).toBeVisible();
  },
};
export const EveryInTheDark: Story = { globals: { theme: 'dark' } };
export const EveryInEnglish: Story = {
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Waiting for its turn')).toBeVisible();
  },
};
