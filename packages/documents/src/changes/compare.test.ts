import type { DocumentView, LedgerView, RegistryEntry, RegistryView } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import { PLAIN_LEDGER } from '../testing/plain-ledger.ts';
import { type ComparedDocument, compareDocuments } from './compare.ts';

const documentOf = (id: string): DocumentView => ({
  id: id as DocumentView['id'],
  docType: 'REGISTRY',
  source: 'ISSUED',
  fileName: '등기.pdf',
  contentType: 'application/pdf',
  sizeBytes: 1,
  sha256: id,
  pages: 1,
  analysis: 'DONE',
  createdAt: '2026-03-02T00:00:00.000Z',
});

const entry = (more: Partial<RegistryEntry>): RegistryEntry => ({
  section: '을구',
  rank: '1',
  purpose: '근저당권설정',
  receiptDate: '2025-03-04',
  receiptNo: '20115',
  cause: null,
  holder: '주식회사나다은행',
  amountKrw: 240_000_000,
  cancelled: false,
  cancelledBy: null,
  page: 2,
  right: 'MORTGAGE',
  deed: 'SET',
  inForce: { amountKrw: 240_000_000, holder: '주식회사나다은행' },
  text: '근저당권설정',
  places: [],
  doubts: [],
  ...more,
});
const owned = entry({
  section: '갑구',
  rank: '2',
  right: 'OWNERSHIP',
  purpose: '소유권이전',
  receiptNo: '11',
  holder: '홍길동',
});
const seizure = entry({
  section: '갑구',
  rank: '3',
  right: 'SEIZURE',
  receiptNo: '31',
  amountKrw: null,
  inForce: { amountKrw: null, holder: '국' },
});
const gone = { cancelled: true, cancelledBy: 'STRIKE', inForce: null } as const;

const register = (more: Partial<RegistryView> = {}): RegistryView => ({
  kind: '집합건물',
  variant: 'WITH_CANCELLED',
  uniqueNumber: '1101-2099-000001',
  address: '서울특별시 성동구 가상동 1 둥지타운 제101동 제15층 제1502호',
  roadAddress: null,
  floor: '15',
  unit: '1502',
  exclusiveAreaM2: 59.9,
  owners: [{ name: '홍길동', share: '1/1', rank: '2', trustee: false }],
  entries: [owned],
  seniorDebtKrw: 0,
  seniorDebtAtMostKrw: 0,
  separateLandRegister: false,
  viewedAt: '2026-03-02T00:00:00.000Z',
  pages: 3,
  complete: true,
  doubts: [],
  method: 'TEXT_LAYER',
  ...more,
});

const read = (
  id: string,
  registry: RegistryView | null,
  ledger: LedgerView | null = null,
): ComparedDocument => ({
  document: documentOf(id),
  analysis: { readerVersion: 1, registry, ledger },
});
const compare = (earlier: Partial<RegistryView>, newer: Partial<RegistryView>) =>
  compareDocuments(
    'REGISTRY',
    read('doc_1', register(earlier)),
    read('doc_2', register({ viewedAt: '2026-03-20T00:00:00.000Z', ...newer })),
    'ko',
  );
const codes = ({ changes }: ReturnType<typeof compare>) => changes.map(({ code }) => code);

describe('two registers of one home', () => {
  it('are the same only when both were read to their ends and nothing differs', () => {
    expect(compare({}, {})).toMatchObject({ outcome: 'SAME', changes: [], limits: [] });
    const partial = { complete: false, doubts: ['PAGES_MISSING'] } as const;
    for (const [earlier, newer] of [
      [partial, {}],
      [{}, partial],
    ] as const)
      expect(compare(earlier as never, newer as never)).toMatchObject({
        outcome: 'CANNOT_TELL',
        changes: [],
      });
  });

  it('tell a new lien with its amount and its row, graver things first', () => {
    const compared = compare(
      {},
      { entries: [owned, entry({}), seizure, entry({ rank: '2', receiptNo: '7', right: 'OTHER' })] },
    );
    expect(compared.outcome).toBe('CHANGED');
    expect(compared.changes.map(({ code, severity }) => [code, severity])).toEqual([
      ['RIGHT_ADDED', 'HIGH'],
      ['RIGHT_ADDED', 'HIGH'],
      ['RIGHT_ADDED', 'CAUTION'],
    ]);
    expect(compared.changes[0]).toMatchObject({
      title: '새로 생긴 근저당권',
      beforeKrw: null,
      afterKrw: 240_000_000,
      before: [],
      after: [{ documentId: 'doc_2', page: 2, section: '을구', rank: '1' }],
    });
  });

  it('call a new lien new beside a part of the earlier register only if it was entered since', () => {
    const partial = { complete: false, doubts: ['PAGES_MISSING'] } as never;
    const before = compare(partial, { entries: [owned, entry({})] });
    expect(before).toMatchObject({
      outcome: 'CANNOT_TELL',
      changes: [],
      limits: ['EARLIER_PARTIAL', 'OWNERS_UNREAD'],
    });
    expect(codes(compare(partial, { entries: [owned, entry({ receiptDate: '2026-03-10' })] }))).toEqual([
      'RIGHT_ADDED',
    ]);
    // The day of the earlier certificate itself is no proof.
    expect(codes(compare(partial, { entries: [owned, entry({ receiptDate: '2026-03-02' })] }))).toEqual([]);
  });

  it('tell what was cancelled, with both rows; or what a certificate of living entries leaves out', () => {
    const before = { entries: [owned, entry({})] };
    const struck = compare(before, { entries: [owned, entry(gone)] });
    expect(struck.changes).toMatchObject([
      {
        code: 'RIGHT_GONE',
        severity: 'INFO',
        beforeKrw: 240_000_000,
        afterKrw: null,
        before: [{ documentId: 'doc_1' }],
        after: [{ documentId: 'doc_2' }],
      },
    ]);
    expect(codes(compare(before, { variant: 'VALID_ONLY' }))).toEqual(['RIGHT_GONE']);
    // Cancelled entries are printed there, so a row that is missing was not read.
    expect(compare(before, {})).toMatchObject({ outcome: 'CANNOT_TELL', limits: ['ENTRIES_UNCLEAR'] });
  });

  it('tell a right that came back to life', () => {
    const compared = compare({ entries: [owned, entry(gone)] }, { entries: [owned, entry({})] });
    expect(compared.changes).toMatchObject([{ code: 'RIGHT_ADDED', title: '다시 살아난 근저당권' }]);
  });

  it('leave open what one of them does not tell about a cancellation', () => {
    for (const [earlier, newer] of [
      [entry({ cancelled: null }), entry({})],
      [entry({}), entry({ cancelled: null })],
      [entry({ cancelled: null }), entry(gone)],
    ] as const)
      expect(compare({ entries: [owned, earlier] }, { entries: [owned, newer] })).toMatchObject({
        outcome: 'CANNOT_TELL',
        limits: ['ENTRIES_UNCLEAR'],
      });
  });

  it('tell a larger and a smaller amount apart, and call an unread one unread', () => {
    const worth = (amountKrw: number | null) => ({
      entries: [owned, entry({ inForce: { amountKrw, holder: '주식회사나다은행' } })],
    });
    expect(compare(worth(1_000), worth(2_000)).changes).toMatchObject([
      { code: 'AMOUNT_CHANGED', severity: 'HIGH', beforeKrw: 1_000, afterKrw: 2_000 },
    ]);
    expect(compare(worth(2_000), worth(1_000)).changes).toMatchObject([
      { code: 'AMOUNT_CHANGED', severity: 'INFO' },
    ]);
    expect(compare(worth(2_000), worth(null))).toMatchObject({
      outcome: 'CANNOT_TELL',
      limits: ['AMOUNTS_UNREAD'],
    });
  });

  it('tell a new holder of a lien, but not a letter that was recognised otherwise', () => {
    const held = (holder: string, method: RegistryView['method'] = 'TEXT_LAYER') => ({
      method,
      entries: [owned, entry({ inForce: { amountKrw: 1, holder } })],
    });
    expect(codes(compare(held('주식회사나다은행'), held('(주)나다은행')))).toEqual([]);
    expect(codes(compare(held('주식회사나다은행'), held('라마유동화전문유한회사')))).toEqual([
      'HOLDER_CHANGED',
    ]);
    expect(compare(held('나다은행'), held('나다은헹', 'OCR'))).toMatchObject({
      outcome: 'CANNOT_TELL',
      limits: ['NAMES_UNCLEAR'],
    });
  });

  it('tell another owner with the rows of both, and other shares', () => {
    const sold = {
      entries: [owned, entry({ ...owned, rank: '4', receiptNo: '44', holder: '변학도' })],
      owners: [{ name: '변학도', share: '1/1', rank: '4', trustee: false }],
    };
    const compared = compare({}, sold);
    expect(compared.changes).toMatchObject([
      {
        code: 'OWNER_CHANGED',
        severity: 'HIGH',
        before: [{ documentId: 'doc_1', rank: '2' }],
        after: [{ documentId: 'doc_2', rank: '4' }],
      },
    ]);
    expect(compared.changes[0]?.detail).toContain('홍길동(1/1) → 변학도(1/1)');
    const shared = (share: string) => ({
      owners: [
        { name: '홍길동', share, rank: '2', trustee: false },
        { name: '성춘향', share, rank: '2', trustee: false },
      ],
    });
    expect(compare(shared('1/2'), shared('2/4')).changes).toMatchObject([
      { code: 'OWNER_CHANGED', severity: 'CAUTION' },
    ]);
    expect(compare({ doubts: ['OWNER_UNREAD'] }, sold)).toMatchObject({
      outcome: 'CANNOT_TELL',
      limits: ['OWNERS_UNREAD'],
    });
  });

  it('know a right again by its receipt where its rank was not read', () => {
    expect(
      compare({ entries: [owned, entry({})] }, { entries: [owned, entry({ rank: null })] }),
    ).toMatchObject({ outcome: 'SAME' });
    // Nothing to know it by.
    const nameless = entry({ rank: null, receiptNo: null });
    expect(compare({}, { entries: [owned, nameless] })).toMatchObject({
      outcome: 'CANNOT_TELL',
      limits: ['ENTRIES_UNCLEAR'],
    });
    // One row, read as two kinds of right.
    expect(
      compare({ entries: [owned, entry({})] }, { entries: [owned, entry({ right: 'OTHER' })] }),
    ).toMatchObject({ outcome: 'CANNOT_TELL', limits: ['ENTRIES_UNCLEAR'] });
  });

  it('warn of an application under way, though nothing changed yet', () => {
    const pending = { complete: false, doubts: ['APPLICATION_PENDING'] } as const;
    expect(compare({}, pending as never)).toMatchObject({
      outcome: 'CANNOT_TELL',
      limits: ['APPLICATION_PENDING'],
    });
    expect(compare(pending as never, {})).toMatchObject({ outcome: 'SAME' });
  });

  it('tell a separate register of the land that appeared', () => {
    expect(codes(compare({}, { separateLandRegister: true }))).toEqual(['LAND_REGISTER_ADDED']);
    expect(compare({}, { separateLandRegister: null })).toMatchObject({ outcome: 'CANNOT_TELL' });
  });
});

describe('two documents that must not be laid side by side', () => {
  it('are those of two homes, those in the wrong order, and those that were not read', () => {
    const added = { entries: [owned, entry({})] };
    expect(compare({}, { ...added, uniqueNumber: '1101-2099-000002' })).toMatchObject({
      outcome: 'CANNOT_TELL',
      changes: [],
      limits: ['OTHER_HOME'],
    });
    expect(
      compare(
        { uniqueNumber: null },
        { ...added, address: '서울특별시 성동구 가상동 1 둥지타운 제101동 제1503호' },
      ).limits,
    ).toEqual(['OTHER_HOME']);
    expect(compare({}, { ...added, viewedAt: '2026-03-01T00:00:00.000Z' }).limits).toEqual([
      'NEWER_IS_OLDER',
    ]);
    const nothing = read('doc_1', null);
    expect(compareDocuments('REGISTRY', nothing, read('doc_2', register()), 'ko').limits).toEqual([
      'EARLIER_UNREAD',
    ]);
    expect(
      compareDocuments('REGISTRY', read('doc_1', register()), { ...nothing, analysis: null }, 'ko'),
    ).toMatchObject({ outcome: 'CANNOT_TELL', limits: ['NEWER_UNREAD'] });
  });

  it('are the same home when one number of a scan was misread', () => {
    expect(compare({}, { uniqueNumber: '1101-2099-000007', method: 'OCR' }).limits).toEqual([]);
  });

  it('are never "the same" when two versions of the reader read them', () => {
    const earlier = read('doc_1', register());
    const newer = {
      ...read('doc_2', register()),
      analysis: { readerVersion: 2, registry: register(), ledger: null },
    };
    expect(compareDocuments('REGISTRY', earlier, newer, 'ko')).toMatchObject({
      outcome: 'CANNOT_TELL',
      limits: ['READERS_DIFFER'],
    });
  });
});

describe('two ledgers of one home', () => {
  const ledger = (more: Partial<LedgerView> = {}): LedgerView => ({
    ...PLAIN_LEDGER,
    officialPrice: { amountKrw: 200_000_000, baseDay: '2025-01-01' },
    asOf: '2026-03-02',
    ...more,
  });
  const compareLedgers = (earlier: Partial<LedgerView>, newer: Partial<LedgerView>) =>
    compareDocuments(
      'LEDGER',
      read('doc_1', null, ledger(earlier)),
      read('doc_2', null, ledger(newer)),
      'en',
    );

  it('tell a violation that was marked or lifted, and nothing of it when one of them does not say', () => {
    const marked: Partial<LedgerView> = {
      violation: 'YES',
      violationHistory: [{ day: '2026-03-01', released: false, text: '위반건축물 표기', page: 2 }],
    };
    expect(compareLedgers({}, {})).toMatchObject({ outcome: 'SAME' });
    expect(compareLedgers({}, marked).changes).toMatchObject([
      { code: 'VIOLATION_ADDED', severity: 'HIGH', after: [{ documentId: 'doc_2', page: 2 }] },
    ]);
    expect(codes(compareLedgers(marked, {}))).toEqual(['VIOLATION_GONE']);
    expect(compareLedgers({ violation: 'UNKNOWN' }, marked)).toMatchObject({
      outcome: 'CANNOT_TELL',
      limits: ['VIOLATION_UNKNOWN'],
    });
  });

  it('tell another use, area and official price', () => {
    const compared = compareLedgers(
      {},
      {
        mainUse: '근린생활시설',
        exclusiveAreaM2: 61,
        officialPrice: { amountKrw: 210_000_000, baseDay: '2026-01-01' },
      },
    );
    expect(codes(compared)).toEqual(['USE_CHANGED', 'AREA_CHANGED', 'PRICE_CHANGED']);
    expect(compared.changes[0]?.detail).toContain('아파트 → 근린생활시설');
  });

  it('compare open data with a paper copy by its violation mark alone', () => {
    expect(
      compareLedgers({ source: 'OPEN_API', violation: 'UNKNOWN', mainUse: '공동주택' }, {}),
    ).toMatchObject({
      outcome: 'CANNOT_TELL',
      changes: [],
      limits: ['SOURCES_DIFFER', 'VIOLATION_UNKNOWN'],
    });
  });
});
