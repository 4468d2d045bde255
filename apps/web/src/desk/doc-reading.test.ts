import { type AnalysisVerdict, docState, type NestView } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import {
  analysisView,
  LEDGER_DOCUMENT,
  ledgerView,
  REGISTRY_DOCUMENT,
  registryView,
  riskyAnalysis,
} from '../fixtures/analysis-views.ts';
import { documentId, NOW_MS, nestWith, pendingTask, storedDocument } from '../fixtures/views.ts';
import { deskState } from './doc-reading.ts';
import { evidenceOf, readEvidenceKey } from './evidence-key.ts';
import { figuresOf } from './figures.ts';
import { spokenAmounts } from './spoken-amounts.ts';
import { withoutResidentNumbers } from './without-resident-numbers.ts';

const registry = storedDocument({ id: REGISTRY_DOCUMENT });
const ledger = storedDocument({ id: LEDGER_DOCUMENT, docType: 'LEDGER' });
const nest = (changes: Partial<NestView['documents']> = {}): NestView =>
  nestWith(null, registry, {
    documents: {
      REGISTRY: docState(null, registry, NOW_MS),
      LEDGER: docState(null, ledger, NOW_MS),
      ...changes,
    },
  });
const verdictWith = (changes: Partial<NestView['documents']>, overrides = {}) =>
  deskState(nest(changes), analysisView(overrides)).verdict;

describe('the verdict that is shown', () => {
  it('is good only when both documents were read to the end and nothing is on its way', () => {
    expect(verdictWith({})).toBe('CLEAR');
    const states: Partial<NestView['documents']>[] = [
      { REGISTRY: docState(pendingTask(), registry, NOW_MS) },
      { REGISTRY: docState(null, { ...registry, id: documentId(9) }, NOW_MS) },
      { LEDGER: docState(null, { ...ledger, analysis: 'PENDING' }, NOW_MS) },
      { LEDGER: docState(null, { ...ledger, analysis: 'FAILED' }, NOW_MS) },
      { LEDGER: docState(null, { ...ledger, analysis: 'NONE' }, NOW_MS) },
      { LEDGER: docState(null, null, NOW_MS) },
    ];
    for (const state of states) expect(verdictWith(state)).not.toBe('CLEAR');
    expect(verdictWith({}, { registry: registryView({ complete: false }) })).toBe('CANNOT_TELL');
    expect(verdictWith({}, { ledger: ledgerView({ complete: false }) })).toBe('CANNOT_TELL');
    expect(verdictWith({}, { registry: null })).toBe('CANNOT_TELL');
    const documents = {
      ...analysisView().documents,
      LEDGER: { documentId: LEDGER_DOCUMENT, analysis: 'DONE', outdated: true },
    };
    expect(verdictWith({}, { documents })).toBe('CANNOT_TELL');
  });

  it('shows bad news at once, and says that there may be more', () => {
    for (const verdict of ['DANGER', 'CAUTION'] satisfies AnalysisVerdict[]) {
      const state = deskState(
        nest({ LEDGER: docState(pendingTask(), null, NOW_MS) }),
        riskyAnalysis({ verdict }),
      );
      expect(state).toMatchObject({ verdict, working: true });
    }
  });
});

describe('the figures', () => {
  it('never count what is not known as nothing', () => {
    const state = deskState(nest(), analysisView());
    const unread = figuresOf(
      nest(),
      analysisView({ registry: registryView({ complete: false, seniorDebtKrw: 0 }) }),
      state,
    );
    expect(unread).toMatchObject({ seniorKrw: null, sumKrw: null, percent: null });
    const unpriced = figuresOf({ ...nest(), housePriceKrw: null }, analysisView(), state);
    expect(unpriced).toMatchObject({ seniorKrw: 0, sumKrw: 285_000_000, percent: null });
  });

  it('round a share up, never a risk away', () => {
    const state = deskState(nest(), analysisView());
    const nestOf = (depositKrw: number) => ({ ...nest(), depositKrw, housePriceKrw: 300_000_000 });
    expect(figuresOf(nestOf(300_000_000), analysisView(), state).percent).toBe(100);
    expect(figuresOf(nestOf(300_000_001), analysisView(), state).percent).toBe(101);
  });
});

describe('evidence keys', () => {
  it('name pieces of the analysis and nothing that is not there', () => {
    const analysis = riskyAnalysis();
    expect(evidenceOf('senior', analysis)?.pieces.map(({ rank }) => rank)).toEqual(['3', '4']);
    expect(evidenceOf('finding.0', analysis)?.pieces[0]).toMatchObject({
      section: '갑구',
      rank: '5',
      page: 2,
    });
    expect(evidenceOf('owner.1', analysis)?.pieces[0]).toMatchObject({ section: '갑구', rank: '6' });
    expect(evidenceOf('finding.99', analysis)).toBeNull();
    expect(evidenceOf('senior', analysisView())).toBeNull();
  });

  it('are read from an address only in their own shape', () => {
    expect(readEvidenceKey('finding.2.1')).toBe('finding.2.1');
    for (const odd of ['finding', 'finding.x', '<script>', 'owner.1.2.3', 7, null, 'senior.1'])
      expect(readEvidenceKey(odd)).toBeUndefined();
  });
});

it('numbers of persons are covered however they are printed', () => {
  for (const number of [
    '800101-1234567',
    '800101-*******',
    '800101 - 1******',
    '800101–1234567',
    '110111-0000003',
  ])
    expect(withoutResidentNumbers(`소유자 임꺽정 ${number} 서울`)).toBe('소유자 임꺽정 ●●●●●●-●●●●●●● 서울');
  expect(withoutResidentNumbers('제2024-1521호 금240,000,000원')).toBe('제2024-1521호 금240,000,000원');
});

it('amounts are said as people say them, in Korean alone', () => {
  expect(spokenAmounts('앞선 빚은 368,000,000원, 보증금은 320,000,000원', 'ko')).toBe(
    '앞선 빚은 3억 6,800만원, 보증금은 3억 2,000만원',
  );
  expect(spokenAmounts('debts of ₩368,000,000', 'en')).toBe('debts of ₩368,000,000');
});
