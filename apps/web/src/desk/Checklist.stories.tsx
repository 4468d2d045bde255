import { docState, type NestView } from '@dungji/contracts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  analysisView,
  emptyAnalysis,
  LEDGER_DOCUMENT,
  ledgerView,
  otherDepositsUnknown,
  REGISTRY_DOCUMENT,
  registryView,
  riskyAnalysis,
  riskyFindings,
  riskyRegistry,
} from '../fixtures/analysis-views.ts';
import { issuedAgain, issuedAgainClean } from '../fixtures/change-views.ts';
import { NOW_MS, nestWith, pendingTask, processingTask, storedDocument } from '../fixtures/views.ts';
import { Checklist } from './Checklist.tsx';

const registry = storedDocument({ id: REGISTRY_DOCUMENT });
const ledger = storedDocument({
  id: LEDGER_DOCUMENT,
  docType: 'LEDGER',
  source: 'UPLOADED',
  fileName: '대장.pdf',
});

/** A nest with both documents read, and whatever differs. */
const nest = (documents: Partial<NestView['documents']> = {}, overrides: Partial<NestView> = {}): NestView =>
  nestWith(null, registry, {
    documents: {
      REGISTRY: docState(null, registry, NOW_MS),
      LEDGER: docState(null, ledger, NOW_MS),
      ...documents,
    },
    ...overrides,
  });
const none = docState(null, null, NOW_MS);

const meta: Meta<typeof Checklist> = {
  title: 'Desk/Checklist',
  component: Checklist,
  args: {
    nest: nest(),
    analysis: analysisView(),
    problem: null,
    askingAgain: null,
    onOpen: fn(),
    onEvidence: fn(),
    onReadAgain: fn(),
    onRetry: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof Checklist>;

const verdict = () => document.querySelector('[data-verdict]')?.getAttribute('data-verdict');

export const Clean: Story = {
  play: async ({ canvas }) => {
    await expect(verdict()).toBe('CLEAR');
    await expect(canvas.getByText('집값 대비 74%')).toBeVisible();
    // Even then something stays unknown.
    await expect(canvas.getByText(/밀린 세금은 등기부에 나오지 않아요/)).toBeVisible();
  },
};
export const CleanInEnglish: Story = {
  globals: { locale: 'en' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The documents show no risk')).toBeVisible();
  },
};

export const Risky: Story = {
  args: { analysis: riskyAnalysis() },
  play: async ({ canvas, args }) => {
    await expect(verdict()).toBe('DANGER');
    const order = [...document.querySelectorAll('[data-finding]')].map((card) =>
      card.getAttribute('data-finding'),
    );
    await expect(order).toEqual(['SEIZURE', 'LEASEHOLD_ORDER', 'MORTGAGE', 'CO_OWNERSHIP']);
    // Every number leads to its evidence in one click.
    await userEvent.click(canvas.getByRole('button', { name: /4억 2,000만원.*근거 보기/ }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('senior');
    await userEvent.click(canvas.getByRole('button', { name: /^2억 4,000만원.*근거 보기/ }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('finding.2');
    await userEvent.click(canvas.getByRole('button', { name: '등기부등본 · 갑구 5번 · 2쪽' }));
    await expect(args.onEvidence).toHaveBeenLastCalledWith('finding.0.0');
    await expect(canvas.getByText('많으면 5억 5,260만원')).toBeVisible();
    await expect(canvas.getByText('말소되었는지 분명하지 않은 근저당이 있어요')).toBeVisible();
  },
};
export const RiskyInEnglish: Story = { ...Risky, play: async () => {}, globals: { locale: 'en' } };
export const RiskyInTheDark: Story = { args: { analysis: riskyAnalysis() }, globals: { theme: 'dark' } };

export const TermsAreExplained: Story = {
  args: { analysis: riskyAnalysis() },
  play: async ({ canvas }) => {
    const word = canvas.getByRole('button', { name: '채권최고액' });
    await userEvent.click(word);
    const meaning = await screen.findByRole('dialog', { name: '채권최고액' });
    await expect(meaning).toHaveTextContent('담보로 잡은 최대 금액이에요');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(word).toHaveFocus());
  },
};

/** Nothing is called good while anything is on its way or being read. */
export const BeingRead: Story = {
  args: {
    nest: nest({
      LEDGER: docState(null, { ...ledger, analysis: 'PENDING', pages: null }, NOW_MS),
    }),
    // As the server answered before the new file came.
    analysis: analysisView(),
  },
  play: async ({ canvas }) => {
    await expect(verdict()).toBe('WORKING');
    await expect(canvas.queryByText('서류에서 위험을 찾지 못했어요')).toBeNull();
  },
};
export const Issuing: Story = {
  args: {
    nest: nest({ REGISTRY: docState(processingTask(), null, NOW_MS), LEDGER: none }),
    analysis: emptyAnalysis(),
  },
  play: async ({ canvas }) => {
    await expect(verdict()).toBe('WORKING');
    await expect(canvas.getByRole('button', { name: /^등기부등본 ?발급 중.*자세히 보기/ })).toBeVisible();
  },
};
export const IssuedAgainOverARisk: Story = {
  args: {
    nest: nest({ REGISTRY: docState(pendingTask({ n: 2 }), registry, NOW_MS) }),
    analysis: riskyAnalysis(),
  },
  play: async ({ canvas }) => {
    await expect(verdict()).toBe('DANGER');
    await expect(canvas.getByText(/아직 읽는 중인 서류가 있어요/)).toBeVisible();
  },
};
/** The nest already has the new file; the answer is still about the old one. */
export const AnswerIsAboutAnEarlierFile: Story = {
  args: {
    nest: nest({ REGISTRY: docState(null, { ...registry, id: LEDGER_DOCUMENT }, NOW_MS) }),
    analysis: analysisView(),
  },
  play: async () => {
    await expect(verdict()).toBe('WORKING');
  },
};

export const Empty: Story = {
  args: { nest: nest({ REGISTRY: none, LEDGER: none }), analysis: emptyAnalysis() },
  play: async ({ canvas, args }) => {
    await expect(verdict()).toBe('EMPTY');
    await userEvent.click(canvas.getByRole('button', { name: /^등기부등본.*받기$/ }));
    await expect(args.onOpen).toHaveBeenLastCalledWith('REGISTRY');
    await userEvent.click(canvas.getByRole('button', { name: '보증보험 확인하기' }));
    await expect(args.onOpen).toHaveBeenLastCalledWith('insurance');
  },
};
export const CannotTellWithoutTheLedger: Story = {
  args: {
    nest: nest({ LEDGER: none }, { housePriceKrw: null }),
    // A server that is wrong about it changes nothing.
    analysis: analysisView({
      ledger: null,
      documents: { ...analysisView().documents, LEDGER: null },
    }),
  },
  play: async ({ canvas }) => {
    await expect(verdict()).toBe('CANNOT_TELL');
    await expect(canvas.getByRole('button', { name: /^건축물대장.*서류 없음/ })).toBeVisible();
    await expect(canvas.getAllByRole('link', { name: /집값 적기/ })[0]).toBeVisible();
    await expect(canvas.getByText(/비율을 알 수 없어요/)).toBeVisible();
  },
};
export const CannotTellFromAPartOfTheRegister: Story = {
  args: {
    analysis: analysisView({
      registry: riskyRegistry({
        complete: false,
        seniorDebtKrw: null,
        seniorDebtAtMostKrw: null,
        doubts: ['PAGES_MISSING'],
      }),
      findings: riskyFindings.slice(4),
      verdict: 'CANNOT_TELL',
    }),
  },
  play: async ({ canvas }) => {
    await expect(verdict()).toBe('CANNOT_TELL');
    await expect(canvas.getByRole('button', { name: /^알 수 없음\s*, 먼저 받아 가는 빚/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: /일부만 읽음/ })).toBeVisible();
  },
};
export const CannotTellInTheDark: Story = {
  args: { ...CannotTellWithoutTheLedger.args },
  globals: { theme: 'dark' },
};
export const Unreadable: Story = {
  args: {
    nest: nest({ REGISTRY: docState(null, { ...registry, analysis: 'FAILED' }, NOW_MS) }),
    analysis: analysisView({ registry: null, verdict: 'CANNOT_TELL' }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /^등기부등본.*읽지 못함/ })).toBeVisible();
  },
};
export const ReadInAnOlderWay: Story = {
  args: {
    analysis: analysisView({
      documents: {
        ...analysisView().documents,
        REGISTRY: { documentId: REGISTRY_DOCUMENT, analysis: 'DONE', outdated: true },
      },
    }),
  },
  play: async ({ canvas, args }) => {
    await expect(verdict()).toBe('CANNOT_TELL');
    await expect(canvas.getByText(/예전 방식으로 읽었어요/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '다시 읽기' }));
    await expect(args.onReadAgain).toHaveBeenCalledWith('REGISTRY');
  },
};
export const IssuedAgainAndChanged: Story = {
  args: { analysis: issuedAgain() },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /^등기부등본.*4가지가 달라졌어요/ })).toBeVisible();
    const changes = within(canvas.getByRole('region', { name: '등기부등본에서 달라진 것' }));
    await expect(changes.getByText('4가지가 달라졌어요')).toBeVisible();
  },
};
export const IssuedAgainAndNothingChanged: Story = { args: { analysis: issuedAgainClean() } };
/** While the next document is on its way, what the last one changed is no news. */
export const IssuedOnceMore: Story = {
  args: {
    nest: nest({ REGISTRY: docState(pendingTask({ n: 2 }), registry, NOW_MS) }),
    analysis: issuedAgain(),
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/가지가 달라졌어요/)).toBeNull();
  },
};
export const SeveralHouseholds: Story = {
  args: {
    nest: nest({}, { buildingType: 'MULTI_HOUSEHOLD' }),
    analysis: analysisView({
      ledger: ledgerView({ violation: 'UNKNOWN', source: 'OPEN_API' }),
      verdict: 'CANNOT_TELL',
      findings: [otherDepositsUnknown],
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(otherDepositsUnknown.title)).toBeVisible();
    await expect(canvas.getByText(/확정일자 부여현황/)).toBeVisible();
  },
};
export const DebtAboveThePrice: Story = {
  args: {
    nest: nest({}, { housePriceKrw: 300_000_000 }),
    analysis: analysisView({
      registry: registryView({ seniorDebtKrw: 120_000_000, seniorDebtAtMostKrw: 120_000_000 }),
      verdict: 'DANGER',
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('집값 대비 135%')).toBeVisible();
    await expect(canvas.getByText(/집값보다 많은 돈/)).toHaveTextContent('1억 500만원');
  },
};
export const Loading: Story = { args: { analysis: null } };
export const CouldNotBeRead: Story = {
  args: { analysis: null, problem: '서버에 연결하지 못했어요.' },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '다시 시도' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
/** Whatever the reader left in, no number of a person is shown. */
export const ResidentNumbersAreNeverShown: Story = {
  args: {
    analysis: riskyAnalysis({
      findings: [
        { ...riskyFindings[0], detail: '소유자 임꺽정 800101-1234567 의 집이 압류되어 있어요.' } as never,
      ],
    }),
  },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.textContent).not.toMatch(/\d{6}-\d/);
  },
};
