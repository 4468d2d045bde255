import type { DocumentId, FindingCode, LedgerView, RegistryView } from '@dungji/contracts';
import { findingsOf } from '../findings/find.ts';
import type { Subject } from '../findings/subject.ts';
import { readRegistry } from '../registry/read-registry.ts';
import { type MadeRegister, makeRegister, type RegisterRow } from './make-register.ts';
import { PLAIN_LEDGER } from './plain-ledger.ts';

export const REGISTER_ID = 'doc_register' as DocumentId;
const LEDGER_ID = 'doc_ledger' as DocumentId;
const LEDGER: LedgerView = {
  ...PLAIN_LEDGER,
  address: '서울특별시 둥지구 가상동 123-45',
  roadAddress: '서울특별시 둥지구 둥지로12길 34',
  asOf: '2026-01-20',
};
export const OWNED: RegisterRow = [
  '1',
  '소유권보존',
  '2010년5월6일|제33649호',
  '',
  '소유자 홍길동 800101-*******',
];

/** A nest with its documents, in which nothing is wrong but what is asked for. */
export function subject(
  made: MadeRegister = {},
  more: {
    nest?: Partial<Subject['nest']>;
    ledger?: Partial<LedgerView>;
    registry?: Partial<RegistryView>;
    now?: string;
  } = {},
): Subject {
  const view = readRegistry(makeRegister({ unit: '철근콘크리트구조 59.9㎡', 을구: [], ...made }));
  if (!view) throw new Error('no register');
  return {
    nest: {
      roadAddress: '서울특별시 둥지구 둥지로12길 34',
      detailAddress: '101동 302호',
      buildingType: 'APARTMENT',
      depositKrw: 100_000_000,
      landlordName: '홍길동',
      housePriceKrw: 500_000_000,
      ...more.nest,
    },
    registry: { documentId: REGISTER_ID, analysis: 'DONE', view: { ...view, ...more.registry } },
    ledger: { documentId: LEDGER_ID, analysis: 'DONE', view: { ...LEDGER, ...more.ledger } },
    now: new Date(more.now ?? '2026-01-24T00:00:00.000Z'),
  };
}

export const codesOf = (asked: Subject) => findingsOf(asked).map(({ code }) => code);
export const findOf = (asked: Subject, code: FindingCode) =>
  findingsOf(asked).filter((each) => each.code === code);
