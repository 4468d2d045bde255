import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { type BadgePhase, GenerationBadge } from './GenerationBadge.tsx';
import { studioKo } from './texts-ko.ts';

const PHASES = Object.keys(studioKo.status) as BadgePhase[];

const meta: Meta<typeof GenerationBadge> = {
  title: 'Studio/GenerationBadge',
  component: GenerationBadge,
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' }}>
      {PHASES.map((phase) => (
        <GenerationBadge key={phase} phase={phase} />
      ))}
    </div>
  ),
};
export default meta;
type Story = StoryObj<typeof GenerationBadge>;

export const EveryPhase: Story = {
  play: async ({ canvas }) => {
    for (const phase of PHASES) await expect(canvas.getByText(studioKo.status[phase])).toBeVisible();
  },
};
export const EveryPhaseInTheDark: Story = { globals: { theme: 'dark' } };
export const EveryPhaseInEnglish: Story = { globals: { locale: 'en' } };
