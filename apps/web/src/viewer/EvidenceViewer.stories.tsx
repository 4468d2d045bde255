import type { Evidence } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { entry, REGISTRY_DOCUMENT } from '../fixtures/analysis-views.ts';
import { tinyPdf } from '../fixtures/tiny-pdf.ts';
import { EvidenceViewer } from './EvidenceViewer.tsx';

const BYTES = tinyPdf([
  ['Cover'],
  ['1 Mortgage KRW 99,000,000 Bank A', '2 Mortgage KRW 240,000,000 Bank B'],
  ['Last page'],
]);

const piece = (overrides: Partial<Evidence> = {}): Evidence => ({
  documentId: REGISTRY_DOCUMENT,
  page: 2,
  section: '을구',
  rank: '2',
  text: '2 Mortgage KRW 240,000,000 Bank B',
  places: [{ page: 2, left: 0.09, top: 0.12, width: 0.45, height: 0.025 }],
  ...overrides,
});

const meta: Meta<typeof EvidenceViewer> = {
  title: 'Viewer/EvidenceViewer',
  component: EvidenceViewer,
  parameters: { layout: 'fullscreen' },
  args: {
    pieces: [piece()],
    index: 0,
    where: '등기부등본 · 을구 2번 · 2쪽',
    downloading: false,
    onIndex: fn(),
    onRetry: fn(),
    onDownload: fn(),
    onClose: fn(),
  },
  // Storybook takes args apart and puts them together; bytes do not survive it.
  render: (args) => <EvidenceViewer {...args} file={args.file ?? { state: 'ready', bytes: BYTES }} />,
};
export default meta;
type Story = StoryObj<typeof EvidenceViewer>;

const sheet = async () => within(await screen.findByRole('dialog', { name: '서류 근거' }));
const mark = () => document.querySelector('[data-mark]');
/** Its worker is a megabyte that has to start first. */
const STARTS_WITHIN = { timeout: 10_000 };
const drawn = () =>
  waitFor(() => expect(document.querySelector('[data-drawn=true]')).not.toBeNull(), STARTS_WITHIN);

/** The page of the evidence is open, the place is marked, and other pages are a step away. */
export const Marked: Story = {
  play: async () => {
    const viewer = await sheet();
    await drawn();
    await expect(mark()).not.toBeNull();
    await expect(viewer.getByRole('status')).toHaveTextContent('표시한 곳: 2쪽');
    await expect(viewer.getByText('2 / 3쪽')).toBeVisible();
    await userEvent.click(viewer.getByRole('button', { name: '다음 쪽' }));
    await waitFor(() => expect(mark()).toBeNull());
    await expect(viewer.getByText('3 / 3쪽')).toBeVisible();
  },
};
export const MarkedInTheDark: Story = { ...Marked, play: drawn, globals: { theme: 'dark' } };
export const MarkedInEnglish: Story = { ...Marked, play: drawn, globals: { locale: 'en' } };

/** Without coordinates its words are looked for on the page. */
export const FoundByItsWords: Story = {
  args: { pieces: [piece({ places: [] })] },
  play: async () => {
    await drawn();
    await waitFor(() => expect(mark()).not.toBeNull());
    const top = Number.parseFloat((mark() as HTMLElement).style.top.replace('calc(', ''));
    // The second line, not the first.
    await expect(top).toBeGreaterThan(12);
  },
};
export const NotFoundOnThePage: Story = {
  args: { pieces: [piece({ places: [], text: '신탁원부 제2024-1521호' })] },
  play: async () => {
    const viewer = await sheet();
    await drawn();
    await waitFor(() => expect(viewer.getByText(/자리를 찾지 못했어요/)).toBeVisible());
    await expect(viewer.getByText('신탁원부 제2024-1521호')).toBeVisible();
  },
};
export const PageNotKnown: Story = {
  args: { pieces: [piece({ page: null, places: [] })] },
  play: async () => {
    await drawn();
    await expect((await sheet()).getByText(/첫 쪽을 보여 드려요/)).toBeVisible();
  },
};
export const SeveralPieces: Story = {
  args: { pieces: [piece(), piece({ rank: '1', page: 3, places: [], text: 'Last page' })] },
  render: function Stepping(args) {
    const [index, setIndex] = useState(0);
    return (
      <EvidenceViewer {...args} file={{ state: 'ready', bytes: BYTES }} index={index} onIndex={setIndex} />
    );
  },
  play: async () => {
    const viewer = await sheet();
    await drawn();
    await userEvent.click(viewer.getByRole('button', { name: '다음 근거' }));
    await expect(viewer.getByText('근거 2 / 2')).toBeVisible();
    await waitFor(() => expect(viewer.getByText('3 / 3쪽')).toBeVisible(), STARTS_WITHIN);
    await drawn();
  },
};
export const ResidentNumbersAreNotQuoted: Story = {
  args: { pieces: [piece({ text: '소유자 임꺽정 800101-1234567 서울' })] },
  play: async () => {
    await expect((await sheet()).getByText(/소유자 임꺽정/).textContent).not.toMatch(/\d{6}-\d/);
    await drawn();
  },
};

/** A photograph has one page and no words. */
export const Picture: Story = {
  args: { pieces: [piece({ page: 1, places: entry().places.map((place) => ({ ...place, page: 1 })) })] },
  loaders: [
    async () => {
      const canvas = new OffscreenCanvas(420, 594);
      const pen = canvas.getContext('2d');
      if (pen) {
        pen.fillStyle = '#fdfbf5';
        pen.fillRect(0, 0, 420, 594);
      }
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return { bytes: new Uint8Array(await blob.arrayBuffer()) };
    },
  ],
  render: (args, { loaded }) => (
    <EvidenceViewer {...args} file={{ state: 'ready', bytes: loaded.bytes as Uint8Array<ArrayBuffer> }} />
  ),
  play: async () => {
    await drawn();
    await expect(mark()).not.toBeNull();
  },
};
export const Loading: Story = { args: { file: { state: 'loading' } } };
export const OutOfReach: Story = {
  args: { file: { state: 'failed', reason: 'unreachable' } },
  play: async ({ args }) => {
    await userEvent.click((await sheet()).getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
export const Gone: Story = { args: { file: { state: 'failed', reason: 'notThere' } } };
export const Broken: Story = {
  render: (args) => (
    <EvidenceViewer
      {...args}
      file={{ state: 'ready', bytes: new TextEncoder().encode('%PDF-1.4 cut off') }}
    />
  ),
  play: async () => {
    await expect(await (await sheet()).findByRole('alert', {}, STARTS_WITHIN)).toHaveTextContent(
      '파일이 깨져서',
    );
  },
};
