import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { BalanceBadge } from '../credits/BalanceBadge.tsx';
import { GenerationList } from './GenerationList.tsx';
import { StudioForm } from './StudioForm.tsx';
import { StudioView } from './StudioView.tsx';
import { EMPTY_WISH } from './wish.ts';

const meta: Meta<typeof StudioView> = {
  title: 'Studio/StudioView',
  component: StudioView,
  args: {
    balance: <BalanceBadge balance={100} />,
    form: (
      <StudioForm
        wish={EMPTY_WISH}
        onWish={fn()}
        picture={null}
        isUploading={false}
        balance={100}
        asking={false}
        refusal={null}
        refilled={false}
        onAsk={fn()}
      />
    ),
    list: (
      <GenerationList
        cards={[]}
        problem={null}
        retrying={false}
        onRetry={fn()}
        hasMore={false}
        loadingMore={false}
        onMore={fn()}
      />
    ),
  },
};
export default meta;
type Story = StoryObj<typeof StudioView>;

export const FirstVisit: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: '영상 만들기', level: 1 })).toBeVisible();
    await expect(canvas.getByRole('form', { name: '새 영상' })).toBeVisible();
    await expect(canvas.getByRole('region', { name: '만든 영상' })).toBeVisible();
  },
};
export const FirstVisitInTheDark: Story = { globals: { theme: 'dark' } };
export const FirstVisitInEnglish: Story = {
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Make a video', level: 1 })).toBeVisible();
  },
};
