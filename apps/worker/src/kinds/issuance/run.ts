import { type IssuanceInput, stepsOf } from '@dungji/contracts';
import { ordersLeftBehind } from '@dungji/db';
import { z } from 'zod';
import { crashPoint } from '../../crash-point.ts';
import { TaskFailure } from '../../task-failure.ts';
import { type Attempt, type Ending, type KindRunner, kindRunner } from '../kind-runner.ts';
import { type Buyer, Chosen, choose, Paid, payment } from './buy.ts';
import type { LedgerSource } from './ledger/ledger-source.ts';
import { issueLedger } from './ledger/run-ledger.ts';
import type { Address, Portal, PortalSession } from './portal.ts';
import { Downloaded, factsOf, fileNameOf, type StoreTools, save, Uploaded, upload } from './store.ts';

export interface IssuanceTools extends StoreTools {
  readonly portal: Portal;
  readonly ledger: LedgerSource;
}

const Found = z.object({ uniqueNumber: z.string() });

/** The portal has been seen to hand out an empty file once and the right one when asked again. */
const DOWNLOADS_MAX = 2;
const PDF_MAGIC = '%PDF-';

/** Fetches an official document and stores it; each from where it is kept. */
export function issuanceRunner(tools: IssuanceTools): KindRunner {
  return kindRunner(
    'issuance',
    ({ docType }) => stepsOf(docType ?? 'REGISTRY'),
    (attempt) =>
      attempt.input.docType === 'LEDGER' ? issueLedger(tools, attempt) : issueRegister(tools, attempt),
  );
}

/**
 * A register from the portal: find, choose, pay once, download, upload, save. The last is written together with the end of
 * the task, so it is counted and has no entry of its own.
 */
async function issueRegister(tools: IssuanceTools, attempt: Attempt<IssuanceInput>): Promise<Ending<never>> {
  const { input, steps } = attempt;
  const address: Address = { roadAddress: input.roadAddress, detailAddress: input.detailAddress };
  const portal = await openPortal(tools.portal, attempt);
  const buyer: Buyer = {
    portal,
    address,
    leftBehind: (orderNos) => ordersLeftBehind(tools.db, orderNos),
  };

  const found = await steps.repeatable('search', Found, () => portal.find(address));
  const chosen = await steps.repeatable('choose', Chosen, () => choose(buyer, found.uniqueNumber));
  const paid = await steps.once('pay', Paid, payment(buyer, chosen));

  // The bytes live only in this attempt. A later one fetches them again: a paid certificate can be, for an hour.
  let pdf: Uint8Array | null = null;
  await steps.repeatable('download', Downloaded, async () => {
    pdf = await downloadPdf(portal, paid.orderNo);
    return factsOf(pdf);
  });
  const uploaded = await steps.repeatable('upload', Uploaded, async () => {
    pdf ??= await downloadPdf(portal, paid.orderNo);
    return upload(tools, attempt, pdf);
  });

  const fileName = fileNameOf('등기사항전부증명서', new Date());
  return { settled: await save(tools, attempt.fence, { ...uploaded, fileName }) };
}

async function openPortal(portal: Portal, attempt: Attempt<unknown>): Promise<PortalSession> {
  const session = await portal.open(attempt.signal);
  attempt.onEnd(() => session.close());
  attempt.onFailure(() => session.evidence());
  crashPoint('portal opened');
  return session;
}

async function downloadPdf(portal: PortalSession, orderNo: string): Promise<Uint8Array> {
  for (let tries = 1; ; tries += 1) {
    const bytes = await portal.download(orderNo);
    if (isPdf(bytes)) return bytes;
    if (tries === DOWNLOADS_MAX)
      throw new TaskFailure('UNREADABLE_DOCUMENT', { cause: new Error(`${bytes.byteLength} bytes, no PDF`) });
  }
}

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, PDF_MAGIC.length)).toString('latin1') === PDF_MAGIC;
