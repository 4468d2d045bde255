import type { LedgerView } from '@dungji/contracts';
import type { LedgerTruth } from '@dungji/document-samples';
import type { Tally } from './tally.ts';

const bare = (text: string | null | undefined) => (text ?? '').replace(/\s/gu, '');

/** Compares what was read of a ledger with what is true of it. */
export function scoreLedger(tally: Tally, truth: LedgerTruth, read: LedgerView | null, seed: string): void {
  const judge = (field: string, right: boolean, open: boolean, expected: unknown, got: unknown) => {
    tally.judge(field, right ? 'right' : open ? 'open' : 'wrong');
    if (!right && !open)
      tally.fault(`${seed}: ${field}: ${JSON.stringify(expected)} was read as ${JSON.stringify(got)}`);
  };
  const unknown = (value: unknown) => value === null || value === undefined;
  const { violation } = truth;
  judge(
    'violation',
    read?.violation === violation,
    !read || read.violation === 'UNKNOWN',
    violation,
    read?.violation,
  );
  if (violation !== 'NO' && read?.violation === 'NO') tally.add('false no violation');
  if (read?.complete && !truth.complete) tally.add('false complete');
  judge('title', bare(read?.title) === bare(truth.title), unknown(read?.title), truth.title, read?.title);
  judge(
    'use',
    truth.mainUses.some((use) => bare(use) === bare(read?.mainUse)),
    unknown(read?.mainUse),
    truth.mainUses,
    read?.mainUse,
  );
  judge(
    'structure',
    bare(read?.structure) === bare(truth.structure),
    unknown(read?.structure),
    truth.structure,
    read?.structure,
  );
  judge(
    'area',
    (read?.exclusiveAreaM2 ?? null) === truth.exclusiveAreaM2,
    unknown(read?.exclusiveAreaM2),
    truth.exclusiveAreaM2,
    read?.exclusiveAreaM2,
  );
  judge(
    'approved',
    (read?.approvedOn ?? null) === truth.approvedOn,
    unknown(read?.approvedOn),
    truth.approvedOn,
    read?.approvedOn,
  );
  judge(
    'households',
    (read?.households ?? null) === truth.households,
    unknown(read?.households),
    truth.households,
    read?.households,
  );
  judge(
    'price',
    read?.officialPrice?.amountKrw === truth.officialPrice?.amountKrw,
    unknown(read?.officialPrice),
    truth.officialPrice,
    read?.officialPrice,
  );
  judge('issued', read?.asOf?.slice(0, 10) === truth.asOf, unknown(read?.asOf), truth.asOf, read?.asOf);
  // Without the lot it is not the address yet, but not another one either.
  const place = bare(read?.address);
  judge(
    'address',
    place.includes(bare(truth.address)),
    bare(truth.address).startsWith(place),
    truth.address,
    read?.address,
  );
  judge(
    'unit',
    bare(read?.unit).replace(/호$/u, '') === bare(truth.unit).replace(/호$/u, ''),
    unknown(read?.unit),
    truth.unit,
    read?.unit,
  );
}
