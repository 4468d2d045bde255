import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { createPage, PageContext } from '../page/page.ts';
import { AccountButton } from './AccountButton.tsx';

const page = createPage({ onSignedOut: () => {} });

const meta: Meta<typeof AccountButton> = {
  title: 'Shell/AccountButton',
  component: AccountButton,
  args: { email: 'tenant@dungji.example', role: 'member' },
  decorators: [(Story) => <PageContext value={page}>{Story()}</PageContext>],
};
export default meta;
type Story = StoryObj<typeof AccountButton>;

/** One press opens the menu, by keyboard too, although it was not there before; and the focus comes back. */
export const OpensWithTheFirstPress: Story = {
  play: async ({ canvas }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: '계정 메뉴' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findByRole('menu', {}, { timeout: 10_000 })).toHaveTextContent(
      'tenant@dungji.example',
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(canvas.getByRole('button', { name: '계정 메뉴' })).toHaveFocus());
  },
};
