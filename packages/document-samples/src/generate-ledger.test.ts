import { describe, expect, it } from 'vitest';
import { generateLedger, type LedgerSample } from './generate-ledger.ts';
import { LEDGER_CLASSES, type LedgerClass } from './ledger-classes.ts';
import { readPdf } from './testing/read-pdf.ts';

const CLASSES = Object.keys(LEDGER_CLASSES) as LedgerClass[];

async function each(name: LedgerClass, look: (sample: LedgerSample) => unknown, seeds = 5) {
  for (let count = 0; count < seeds; count += 1)
    await look(await generateLedger(`${name}-${count}`, LEDGER_CLASSES[name]));
}

const bare = (text: string) => text.replace(/\s/gu, '');

describe.each(CLASSES)('a ledger of the class %s', (name) => {
  it('is the same for the same seed', async () => {
    const [one, again, other] = await Promise.all(
      ['x', 'x', 'y'].map((seed) => generateLedger(seed, LEDGER_CLASSES[name])),
    );
    expect(one?.pdf).toEqual(again?.pdf);
    expect(one?.answers).toEqual(again?.answers);
    expect(one?.pdf).not.toEqual(other?.pdf);
  });

  it('prints what its truth says, though not in the order of reading', async () => {
    await each(name, async ({ pdf, truth }) => {
      const read = await readPdf(pdf);
      expect(read).toHaveLength(truth.pdf.pages);
      const all = read.map(({ letters }) => letters).join('');
      const words = [
        truth.pdf.title,
        truth.pdf.roadAddress,
        ...truth.pdf.mainUses,
        truth.pdf.structure,
        truth.pdf.unit ?? '',
      ];
      // Where a cell is narrow its words stand on several lines, but nothing stands between them.
      for (const word of words) expect(all).toContain(bare(word));
      if (truth.pdf.exclusiveAreaM2 !== null) expect(all).toContain(String(truth.pdf.exclusiveAreaM2));
      const first = read[0]?.letters ?? '';
      expect(first.indexOf(bare(truth.pdf.title)), 'the title is not written first').toBeGreaterThan(100);
    });
  });

  it('tells of violations by its last row or its mark, if both pages are there', async () => {
    await each(name, async ({ pdf, truth }) => {
      const [first, second] = (await readPdf(pdf)).map(({ letters }) => letters);
      const marked = first?.includes('위반건축물') ?? false;
      if (!second) {
        expect(truth.pdf.violation).toBe(marked ? 'YES' : 'UNKNOWN');
        expect(truth.pdf.complete).toBe(false);
        return;
      }
      const told = [...second.matchAll(/위반건축물(표기해제|해제|표기\()/gu)].map(
        ([, word]) => !word?.includes('해제'),
      );
      expect(truth.pdf.violation).toBe(marked || told.at(-1) ? 'YES' : 'NO');
      expect(truth.pdf.violationRows?.map(({ released }) => !released)).toEqual(told);
    });
  });

  it('is told by the open API in all its odd shapes, never with a word on violations', async () => {
    await each(name, ({ answers, truth }) => {
      expect(truth.openApi.violation).toBe('UNKNOWN');
      for (const pages of Object.values(answers)) {
        const rows = pages.flatMap((text) => itemsOf(text));
        expect(rows).toHaveLength(Number(bodyOf(pages[0] ?? '').totalCount));
        expect(pages.join('')).not.toContain('위반');
      }
      const own = answers.getBrTitleInfo.flatMap(itemsOf).find((row) => row.mainAtchGbCd === '0');
      expect(truth.openApi.mainUses).toContain(own?.etcPurps);
      expect(answers.getBrTitleInfo[0]).toMatch(/"mgmBldrgstPk":\d{22}[,}]/u);
      if (truth.openApi.exclusiveAreaM2 === null) return;
      const area = answers.getBrExposPubuseAreaInfo
        .flatMap(itemsOf)
        .find((row) => row.exposPubuseGbCdNm === '전유' && row.hoNm === truth.openApi.unit);
      expect(Number(area?.area)).toBe(truth.openApi.exclusiveAreaM2);
    });
  });
});

describe('open API answers', () => {
  it('come as a list, as one object and as an empty text, on one page and on several', async () => {
    const seen = new Set<string>();
    for (const name of CLASSES)
      await each(name, ({ answers }) => {
        for (const pages of Object.values(answers)) {
          if (pages.length > 1) seen.add('several pages');
          const { items } = bodyOf(pages[0] ?? '');
          seen.add(items === '' ? 'empty' : Array.isArray(items.item) ? 'list' : 'object');
        }
      });
    expect([...seen].sort()).toEqual(['empty', 'list', 'object', 'several pages']);
  });
});

type Row = Record<string, unknown>;
interface Body {
  items: '' | { item: Row | Row[] };
  totalCount: string;
}

const bodyOf = (text: string): Body => (JSON.parse(text) as { response: { body: Body } }).response.body;

function itemsOf(text: string): Row[] {
  const { items } = bodyOf(text);
  return items === '' ? [] : [items.item].flat();
}
