import type {
  AnalysisView,
  DocumentId,
  InsuranceView,
  NestId,
  RegistryEntry,
  RegistryView,
  UserId,
} from '@dungji/contracts';
import { saveAnalysis } from '@dungji/db';
import { documentIn } from '@dungji/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.person();
});
afterAll(() => world.close());

const nestOf = async (more: object = {}): Promise<NestId> =>
  (await tenant.mutate<{ id: NestId }>('nests.create', { ...NEST, ...more })).data.id;

/** A register in the nest that was read by reader 1. */
async function registerIn(nestId: NestId, more: Partial<RegistryView> = {}): Promise<DocumentId> {
  const documentId = await documentIn(world.db, { userId: tenant.userId as UserId, nestId });
  await saveAnalysis(world.db, {
    documentId,
    readerVersion: 1,
    registry: { ...REGISTER, viewedAt: new Date().toISOString(), ...more },
    ledger: null,
  });
  return documentId;
}

describe('analysis.get', () => {
  it('calls a nest without documents nothing but unknown', async () => {
    const { data } = await tenant.query<AnalysisView>('analysis.get', { nestId: await nestOf() });
    expect(data).toMatchObject({ registry: null, ledger: null, verdict: 'CANNOT_TELL' });
    expect(data.findings.map((finding) => finding.code)).toEqual(['CANNOT_TELL', 'CANNOT_TELL']);
  });

  it('tells what burdens the home, with money and proof, in the language that is asked for', async () => {
    const nestId = await nestOf();
    const documentId = await registerIn(nestId, { entries: [MORTGAGE], seniorDebtKrw: 240_000_000 });
    const { data } = await tenant.query<AnalysisView>('analysis.get', { nestId, locale: 'en' });
    const mortgage = data.findings.find((finding) => finding.code === 'MORTGAGE');
    expect(mortgage).toMatchObject({
      severity: 'CAUTION',
      title: 'Mortgage, at most ₩240,000,000',
      amountKrw: 240_000_000,
      evidence: [{ documentId, page: 2, section: '을구', rank: '3' }],
    });
    const inKorean = await tenant.query<AnalysisView>('analysis.get', { nestId });
    expect(inKorean.data.findings.find((finding) => finding.code === 'MORTGAGE')?.title).toBe(
      '근저당권이 있어요 (채권최고액 240,000,000원)',
    );
  });

  it('follows the nest: another landlord is a mismatch at once', async () => {
    const nestId = await nestOf();
    await registerIn(nestId);
    const codes = async () =>
      (await tenant.query<AnalysisView>('analysis.get', { nestId })).data.findings.map(
        (finding) => finding.code,
      );
    expect(await codes()).not.toContain('OWNER_MISMATCH');
    await tenant.mutate('nests.update', { nestId, landlordName: '변학도' });
    expect(await codes()).toContain('OWNER_MISMATCH');
  });

  it('is never green for a register that was not read to its end', async () => {
    const nestId = await nestOf();
    await registerIn(nestId, { complete: false, doubts: ['PAGES_MISSING'], seniorDebtKrw: null });
    const { data } = await tenant.query<AnalysisView>('analysis.get', { nestId });
    expect(data.verdict).toBe('CANNOT_TELL');
  });

  it('tells what changed since the document before, and that the first one has none', async () => {
    const nestId = await nestOf();
    const changes = async () =>
      (await tenant.query<AnalysisView>('analysis.get', { nestId, locale: 'en' })).data.changes;
    const first = await registerIn(nestId);
    expect(await changes()).toEqual({ REGISTRY: null, LEDGER: null });
    const second = await registerIn(nestId, { entries: [MORTGAGE], seniorDebtKrw: 240_000_000 });
    expect((await changes()).REGISTRY).toMatchObject({
      outcome: 'CHANGED',
      earlier: { documentId: first },
      changes: [
        {
          code: 'RIGHT_ADDED',
          severity: 'HIGH',
          title: 'New: mortgage',
          afterKrw: 240_000_000,
          after: [{ documentId: second, page: 2, section: '을구', rank: '3' }],
        },
      ],
      limits: [],
    });
    // One that cannot be read yet is no news, good or bad.
    await documentIn(world.db, { userId: tenant.userId as UserId, nestId });
    expect((await changes()).REGISTRY).toMatchObject({
      outcome: 'CANNOT_TELL',
      earlier: { documentId: second },
      changes: [],
      limits: ['NEWER_UNREAD'],
    });
    // The next one is compared with the last that was read.
    await registerIn(nestId, { entries: [MORTGAGE], seniorDebtKrw: 240_000_000 });
    expect((await changes()).REGISTRY).toMatchObject({ outcome: 'SAME', earlier: { documentId: second } });
  });

  it('of somebody else is not found', async () => {
    const nestId = await nestOf();
    const stranger = await world.person();
    for (const path of ['analysis.get', 'insurance.check'])
      expect((await stranger.query(path, { nestId })).status).toBe(404);
  });
});

describe('insurance.check', () => {
  it('asks for more where documents are missing, and decides where a number is over its limit', async () => {
    const nestId = await nestOf({ housePriceKrw: 280_000_000, depositKrw: 252_000_000 });
    const missing = await tenant.query<InsuranceView>('insurance.check', { nestId });
    expect(missing.data.verdict).toBe('NEEDS_INFO');
    await registerIn(nestId);
    const rule = async (code: string) =>
      (await tenant.query<InsuranceView>('insurance.check', { nestId })).data.rules.find(
        (each) => each.code === code,
      );
    expect(await rule('DEBT_WITHIN_VALUE')).toMatchObject({
      verdict: 'PASS',
      actual: 252_000_000,
      limit: 252_000_000,
    });
    await tenant.mutate('nests.update', { nestId, depositKrw: 252_000_001 });
    expect(await rule('DEBT_WITHIN_VALUE')).toMatchObject({ verdict: 'FAIL', actual: 252_000_001 });
  });
});

const MORTGAGE: RegistryEntry = {
  section: '을구',
  rank: '3',
  purpose: '근저당권설정',
  receiptDate: '2025-03-04',
  receiptNo: '20115',
  cause: '2025년3월4일 설정계약',
  holder: '주식회사나다은행',
  amountKrw: 240_000_000,
  cancelled: false,
  cancelledBy: null,
  page: 2,
  right: 'MORTGAGE',
  deed: 'SET',
  inForce: { amountKrw: 240_000_000, holder: '주식회사나다은행' },
  text: '3 · 근저당권설정',
  places: [],
  doubts: [],
};

const REGISTER: RegistryView = {
  kind: '집합건물',
  variant: 'WITH_CANCELLED',
  uniqueNumber: '1101-2099-000001',
  address: '서울특별시 성동구 가상동 1 둥지타운 제101동 제15층 제1502호',
  roadAddress: null,
  floor: '15',
  unit: '1502',
  exclusiveAreaM2: 59.9,
  owners: [{ name: '홍길동', share: '1/1', rank: '2', trustee: false }],
  entries: [],
  seniorDebtKrw: 0,
  seniorDebtAtMostKrw: 0,
  separateLandRegister: false,
  viewedAt: null,
  pages: 3,
  complete: true,
  doubts: [],
  method: 'TEXT_LAYER',
};
