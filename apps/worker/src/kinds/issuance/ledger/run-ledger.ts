import { type IssuanceInput, LedgerRecord, LotCodes } from '@dungji/contracts';
import { z } from 'zod';
import type { Attempt, Ending } from '../../kind-runner.ts';
import type { Address } from '../portal.ts';
import { Downloaded, factsOf, fileNameOf, type StoreTools, save, Uploaded, upload } from '../store.ts';
import { ChosenHome, type LedgerSource } from './ledger-source.ts';
import { printLedger } from './print-ledger.ts';

const Fetched = z.object({ ...Downloaded.shape, record: LedgerRecord });
const Found = z.object({ lot: LotCodes });

/**
 * A ledger from the open API: find the lot, choose the building, fetch everything and print it, upload, save. Nothing is
 * paid, so every step may run again. What the API said is kept with the step, and beside the document at the end: the PDF
 * that is stored is the one whose facts are.
 */
export async function issueLedger(
  tools: StoreTools & { readonly ledger: LedgerSource },
  attempt: Attempt<IssuanceInput>,
): Promise<Ending<never>> {
  const { input, steps, signal, fence } = attempt;
  const { ledger } = tools;
  const address: Address = { roadAddress: input.roadAddress, detailAddress: input.detailAddress };

  const { lot } = await steps.repeatable('search', Found, async () => ({
    lot: await ledger.findLot(address, signal),
  }));
  const home = await steps.repeatable('choose', ChosenHome, () => ledger.choose(lot, address, signal));

  let pdf: Uint8Array | null = null;
  const { record } = await steps.repeatable('download', Fetched, async () => {
    const record = await ledger.fetch(home, address, signal);
    pdf = await printLedger(record);
    return { ...factsOf(pdf), record };
  });
  const uploaded = await steps.repeatable('upload', Uploaded, async () =>
    // A later attempt prints the same facts again: not the same bytes, but the same page.
    upload(tools, attempt, pdf ?? (await printLedger(record))),
  );
  const fileName = fileNameOf('건축물대장', new Date(record.fetchedAt));
  return { settled: await save(tools, fence, { ...uploaded, fileName, ledgerRecord: record }) };
}
