import { generateLedger, LEDGER_CLASSES, type LedgerClass } from '@dungji/document-samples';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../reader/pdf.ts';
import { cleanText } from '../reader/text.ts';
import { readLedger } from './read-ledger.ts';

async function read(pdf: Uint8Array) {
  const document = await openPdf(pdf);
  const pages = [];
  for (let page = 0; page < document.pageCount; page++) pages.push(cleanText(await document.textOf(page)));
  return readLedger(pages);
}

const squeezed = (text: string | null) => text?.replace(/\s+/g, '') ?? null;

describe.each(Object.keys(LEDGER_CLASSES) as LedgerClass[])('ledgers of the class %s', (name) => {
  it.each([1, 2, 3])(
    'seed %i: the last state of violations, and facts from the right columns',
    async (seed) => {
      const { pdf, truth: told } = await generateLedger(`${name}:${seed}`, LEDGER_CLASSES[name]);
      const truth = told.pdf;
      const ledger = await read(pdf);
      if (!ledger) throw new Error('expected a ledger');
      expect(ledger).toMatchObject({
        violation: truth.violation,
        complete: truth.complete,
        exclusiveAreaM2: truth.exclusiveAreaM2,
        households: truth.households,
        officialPrice: truth.officialPrice,
        asOf: truth.asOf,
      });
      expect(squeezed(ledger.roadAddress)).toBe(squeezed(truth.roadAddress));
      expect(truth.mainUses.map(squeezed)).toContain(squeezed(ledger.mainUse));
      if (truth.violationRows)
        expect(ledger.violationHistory.map(({ day, released }) => ({ day, released }))).toEqual(
          truth.violationRows,
        );
    },
  );
});
