import { z } from 'zod';
import { Analysis } from '../document.ts';
import { DocumentId, NestId } from '../ids.ts';
import { Locale } from '../text.ts';
import { IsoTime } from '../time.ts';
import { Comparison } from './changes-view.ts';
import { AnalysisVerdict, Finding } from './finding.ts';
import { LedgerView } from './ledger-view.ts';
import { RegistryView } from './registry-view.ts';

/** `locale` decides the language of the answer; without it, that of the account. */
export const GetAnalysis = z.strictObject({ nestId: NestId, locale: Locale.optional() });

export const CheckInsurance = z.strictObject({
  ...GetAnalysis.shape,
  /** Deposits of the other tenants who come first, in a house of several households; no document tells them. */
  otherDepositsKrw: z.number().int().min(0).max(1_000_000_000_000).optional(),
});

/** Which file an answer is about; null: the nest has no such document. */
const ReadDocument = z
  .object({
    documentId: DocumentId,
    analysis: Analysis,
    /** Read by an older reader than today's; ocr.request reads it again. */
    outdated: z.boolean(),
  })
  .nullable();

export const AnalysisView = z.object({
  /** null: no register was read. */
  registry: RegistryView.nullable(),
  ledger: LedgerView.nullable(),
  findings: z.array(Finding),
  verdict: AnalysisVerdict,
  documents: z.object({ REGISTRY: ReadDocument, LEDGER: ReadDocument }),
  /** Since the document before; null: there is no other to compare with. */
  changes: z.object({ REGISTRY: Comparison.nullable(), LEDGER: Comparison.nullable() }),
  serverNow: IsoTime,
});
export type AnalysisView = z.infer<typeof AnalysisView>;
