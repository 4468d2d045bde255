import type { ChangeCode, RegistryView } from '@dungji/contracts';
import { imagineRegister, type LaterEvent, printCertificate, type Risk } from '@dungji/document-samples';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../reader/pdf.ts';
import { readRegistry } from '../registry/read-registry.ts';
import { registryChanges } from './registry-changes.ts';

async function certificate(
  seed: string,
  risks: readonly Risk[],
  later: readonly LaterEvent[],
): Promise<RegistryView> {
  const register = imagineRegister({
    seed,
    kind: '집합건물',
    uniqueNumber: '1101-2099-000001',
    lotAddress: '서울특별시 둥지구 가상동 123-45',
    roadAddress: '서울특별시 둥지구 둥지로 1',
    buildingName: '둥지타운',
    dong: '101',
    floor: '3',
    unit: '302',
    owners: [],
    risks: new Set(risks),
    later,
  });
  const viewedAt = new Date(Date.UTC(2026, 2, later.length === 0 ? 1 : 20));
  const pdf = await printCertificate(
    register,
    { variant: 'WITH_CANCELLED', usage: 'VIEW', withSummary: true, viewedAt },
    'text',
  );
  const document = await openPdf(pdf);
  const layouts = [];
  for (let page = 0; page < document.pageCount; page++) layouts.push(await document.layoutOf(page));
  const view = readRegistry(layouts);
  if (!view) throw new Error('expected a register');
  return view;
}

async function changes(seed: string, risks: readonly Risk[], later: readonly LaterEvent[]) {
  const [before, after] = await Promise.all([certificate(seed, risks, []), certificate(seed, risks, later)]);
  const { found, limits } = registryChanges({
    earlier: { documentId: 'doc_1' as never, analysis: 'DONE', view: before },
    newer: { documentId: 'doc_2' as never, analysis: 'DONE', view: after },
  });
  return { codes: found.map(({ code }) => code).sort(), limits: [...limits], before };
}

describe('two printed certificates of one record', () => {
  it.each<[LaterEvent[], ChangeCode[]]>([
    [['mortgage'], ['RIGHT_ADDED']],
    [
      ['seizure', 'lease-order'],
      ['RIGHT_ADDED', 'RIGHT_ADDED'],
    ],
    [['sale'], ['OWNER_CHANGED']],
    [['payoff'], ['RIGHT_GONE']],
    [['trust'], ['OWNER_CHANGED', 'RIGHT_ADDED']],
  ])('differ by what was entered between them, %j, and by nothing else', async (later, expected) => {
    for (const seed of ['1', '2', '3']) {
      const { codes, limits } = await changes(seed, ['mortgage'], later);
      expect([seed, codes, limits]).toEqual([seed, expected, []]);
    }
  });
});
