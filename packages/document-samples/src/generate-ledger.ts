import { imagineLedger, type LedgerPlan, type ViolationStory } from './ledger/imagine-ledger.ts';
import type { LedgerKind } from './ledger/ledger.ts';
import { type Answers, openApiAnswers } from './ledger/open-api.ts';
import { printLedger } from './ledger/print-ledger.ts';
import { apiTruth, type LedgerTruth, pdfTruth } from './ledger/truth.ts';
import { drawPdf } from './print/draw-pdf.ts';
import { measureWith } from './print/font.ts';
import { LANDSCAPE } from './print/page.ts';
import { drawFrom } from './random.ts';
import type { Printed } from './scan.ts';

/** What is asked of a ledger; whatever is left out is drawn from the seed. */
export interface LedgerOptions {
  readonly kind?: LedgerKind;
  readonly violation?: ViolationStory;
  /** Leaves out the second page, on which violations and changes are told. */
  readonly firstPageOnly?: boolean;
}

/** A ledger as a PDF and as the open API tells it, with what is true of each. */
export interface LedgerSample extends Printed {
  readonly pdf: Uint8Array;
  readonly answers: Answers;
  readonly truth: { readonly pdf: LedgerTruth; readonly openApi: LedgerTruth };
}

/** Invents a building ledger. The same seed and options give the same bytes. */
export async function generateLedger(seed: string, options: LedgerOptions = {}): Promise<LedgerSample> {
  const draw = drawFrom(`ledger:${seed}`);
  const plan: LedgerPlan = {
    kind: options.kind ?? draw.pick(['exclusive', 'exclusive', 'title', 'general']),
    violation:
      options.violation ??
      draw.pick(['none', 'none', 'none', 'current', 'released', 'again', 'text-only', 'mark-only']),
    issuedOn: { year: draw.integer(2025, 2026), month: draw.integer(1, 9), day: draw.integer(1, 28) },
  };
  const ledger = imagineLedger(draw, plan);
  const typeface = draw.pick(['gothic', 'batang'] as const);
  const both = printLedger(ledger, draw, measureWith(typeface));
  const pages = options.firstPageOnly ? both.slice(0, 1) : both;
  const printedAt = new Date(Date.UTC(plan.issuedOn.year, plan.issuedOn.month - 1, plan.issuedOn.day));
  const { answers, useApproval } = openApiAnswers(draw, ledger);
  return {
    pages,
    pdf: await drawPdf(pages, printedAt, typeface, LANDSCAPE),
    answers,
    truth: { pdf: pdfTruth(ledger, !options.firstPageOnly), openApi: apiTruth(ledger, { useApproval }) },
    printedAt,
    typeface,
    paper: LANDSCAPE,
  };
}
