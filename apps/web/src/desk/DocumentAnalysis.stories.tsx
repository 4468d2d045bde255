import { docState } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import { DocumentCard } from '../document/DocumentCard.tsx';
import { analysisView, ledgerView, registryView, riskyAnalysis } from '../fixtures/analysis-views.ts';
import { issuedAgain } from '../fixtures/change-views.ts';
import { documentCardArgs } from '../fixtures/document-card.ts';
import { NOW_MS, processingTask, storedDocument, succeededTask } from '../fixtures/views.ts';
import { DocumentAnalysis } from './DocumentAnalysis.tsx';

const cardOf = (
  docType: 'REGISTRY' | 'LEDGER',
  state = docState(succeededTask(), storedDocument(), NOW_MS),
) => <DocumentCard {...documentCardArgs({ docType, state })} />;

const meta: Meta<typeof DocumentAnalysis> = {
  title: 'Desk/DocumentAnalysis',
  component: DocumentAnalysis,
  parameters: { layout: 'fullscreen' },
  args: {
    docType: 'REGISTRY',
    reading: 'read',
    analysis: riskyAnalysis(),
    card: cardOf('REGISTRY'),
    onEvidence: fn(),
    onClose: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof DocumentAnalysis>;

const sheet = async (name = '등기부등본') => within(await screen.findByRole('dialog', { name }));

export const RiskyRegister: Story = {
  play: async ({ args }) => {
    const dialog = await sheet();
    await userEvent.click(dialog.getByRole('button', { name: /임꺽정 \(1\/2\)/ }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('owner.0');
    await expect(dialog.queryByText('가압류')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: '말소된 것도 보기 (1)' }));
    await expect(dialog.getByText('가압류')).toBeVisible();
    await expect(dialog.getByText('말소 여부 불분명')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: /주택임차권.*1억 8,000만원/ }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('entry.4');
  },
};
export const RiskyRegisterInTheDark: Story = { globals: { theme: 'dark' } };
export const RiskyRegisterInEnglish: Story = { globals: { locale: 'en' } };
export const RegisterIssuedAgain: Story = {
  args: { analysis: issuedAgain() },
  play: async ({ args }) => {
    const changes = within((await sheet()).getByRole('region', { name: '등기부등본에서 달라진 것' }));
    await userEvent.click(changes.getByRole('button', { name: /^3,933만 7,433원.*지난 등기부등본/ }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('change.REGISTRY.3.1');
  },
};
export const CleanRegister: Story = {
  args: { analysis: analysisView() },
  play: async () => {
    const rights = within((await sheet()).getByRole('region', { name: '을구 · 빚과 그 밖의 권리' }));
    await expect(rights.getByText('적힌 것이 없어요.')).toBeVisible();
  },
};
/** "Nothing is written here" may only be said of a register that was read to its end. */
export const RegisterReadInPart: Story = {
  args: {
    reading: 'partial',
    analysis: analysisView({
      registry: registryView({ complete: false, doubts: ['PAGES_MISSING'], owners: [] }),
    }),
  },
  play: async () => {
    const dialog = await sheet();
    await expect(dialog.queryByText('적힌 것이 없어요.')).toBeNull();
    await expect(dialog.getByText(/빠진 쪽이 있어요/)).toBeVisible();
  },
};
export const Ledger: Story = {
  args: { docType: 'LEDGER', analysis: analysisView(), card: cardOf('LEDGER') },
  play: async () => {
    const dialog = await sheet('건축물대장');
    await expect(dialog.getByText('위반 표시가 없어요')).toBeVisible();
    await expect(dialog.getByText('2억 5,800만원')).toBeVisible();
  },
};
export const LedgerInBreach: Story = {
  args: {
    docType: 'LEDGER',
    card: cardOf('LEDGER'),
    analysis: analysisView({
      ledger: ledgerView({
        violation: 'YES',
        violationHistory: [
          { day: '2024-05-02', released: false, text: '위반건축물 표기 (무단증축)', page: 2 },
        ],
      }),
    }),
  },
  play: async () => {
    await expect((await sheet('건축물대장')).getByText(/무단증축/)).toBeVisible();
  },
};
export const LedgerFromOpenData: Story = {
  args: {
    docType: 'LEDGER',
    card: cardOf('LEDGER'),
    analysis: analysisView({
      ledger: ledgerView({
        violation: 'UNKNOWN',
        source: 'OPEN_API',
        officialPrice: null,
        approvedOn: null,
        households: null,
        structure: null,
      }),
    }),
  },
  play: async () => {
    await expect((await sheet('건축물대장')).getByText('확인하지 못했어요')).toHaveClass('text-caution');
  },
};
/** What an earlier file said is no answer about the one that is being read. */
export const BeingRead: Story = {
  args: {
    reading: 'reading',
    card: cardOf(
      'REGISTRY',
      docState(succeededTask(), storedDocument({ analysis: 'PENDING', pages: null }), NOW_MS),
    ),
  },
  play: async () => {
    const dialog = await sheet();
    await expect(dialog.getByText('아직 읽은 내용이 없어요.')).toBeVisible();
    await expect(dialog.queryByText('임꺽정')).toBeNull();
  },
};
export const Issuing: Story = {
  args: {
    reading: 'issuing',
    analysis: analysisView({ registry: null, documents: { REGISTRY: null, LEDGER: null } }),
    card: cardOf('REGISTRY', docState(processingTask(), null, NOW_MS)),
  },
};
