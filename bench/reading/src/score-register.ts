import type { RegistryEntry, RegistryView } from '@dungji/contracts';
import type { EntryTruth, RegisterTruth } from '@dungji/document-samples';
import type { Tally } from './tally.ts';

const bare = (text: string | null | undefined) => (text ?? '').replace(/\s/gu, '');
const digits = (text: string | null | undefined) => (text ?? '').replace(/\D/gu, '');

/** Compares what was read of a register with what is true of it. */
export function scoreRegister(
  tally: Tally,
  truth: RegisterTruth,
  read: RegistryView | null,
  seed: string,
): void {
  const fault = (what: string, expected: unknown, got: unknown) =>
    tally.fault(`${seed}: ${what}: ${JSON.stringify(expected)} was read as ${JSON.stringify(got)}`);
  if (!read) {
    tally.judge('debt', 'open');
    tally.add('entries missed', truth.entries.length);
    tally.add('owners missed', truth.owners.length);
    tally.judge('area', 'open');
    tally.add('unread');
    fault('document', truth.kind, null);
    return;
  }
  scoreDebt(tally, truth, read, fault);
  scoreEntries(tally, truth, read, fault);
  scoreOwners(tally, truth, read, fault);
  scoreHead(tally, truth, read, fault);
}

type Fault = (what: string, expected: unknown, got: unknown) => void;

function scoreDebt(tally: Tally, truth: RegisterTruth, read: RegistryView, fault: Fault): void {
  const { seniorDebtKrw: said } = read;
  const known = truth.seniorDebtKrw;
  // Null is always honest; where the file cannot tell, anything else is a guess.
  if (said === null) {
    if (known !== null) tally.judge('debt', 'open');
    else tally.add('debt rightly open');
  } else if (said === known) tally.judge('debt', 'right');
  else {
    tally.judge('debt', 'wrong');
    fault('senior debt', known, said);
  }
  const owes = truth.trueSeniorDebtKrw !== 0;
  if (said === 0 && owes) tally.add('false no lien');
  const calm = read.complete && read.entries.every((entry) => entry.cancelled === true || isHarmless(entry));
  if (calm && truth.burdened) {
    tally.add('false no risk');
    fault('burdens', 'some', 'none');
  }
  if (read.complete && !truth.complete) {
    tally.add('false complete');
    fault('complete', false, true);
  }
  if (!read.complete && truth.complete) tally.add('needlessly incomplete');
}

const isHarmless = ({ right, deed }: RegistryEntry) =>
  right === 'OWNERSHIP' || right === 'OTHER' || deed === 'CANCEL';

function scoreEntries(tally: Tally, truth: RegisterTruth, read: RegistryView, fault: Fault): void {
  if (truth.variant === 'SUMMARY_ONLY') return;
  const left = [...read.entries];
  const pairs: (readonly [EntryTruth, RegistryEntry])[] = [];
  for (const entry of truth.entries) {
    const at = bestMatch(entry, left);
    const match = left[at];
    if (match) {
      pairs.push([entry, match]);
      left.splice(at, 1);
      tally.add('entries hit');
    } else {
      tally.add('entries missed');
      fault('entry', `${entry.section} ${entry.rank} ${entry.purpose}`, null);
    }
  }
  tally.add('entries extra', left.length);
  for (const extra of left) fault('entry', null, `${extra.section} ${extra.rank} ${extra.purpose}`);
  for (const [entry, match] of pairs) scoreEntry(tally, entry, match, fault);
}

/** The same section and rank, and the likest words among those. */
function bestMatch(entry: EntryTruth, left: readonly RegistryEntry[]): number {
  let best = -1;
  let most = 0;
  for (const [index, other] of left.entries()) {
    if (other.section !== entry.section) continue;
    const score =
      (bare(other.rank) === bare(entry.rank) ? 2 : 0) +
      (entry.receiptNo !== null && digits(other.receiptNo) === entry.receiptNo ? 3 : 0) +
      (bare(other.purpose) === bare(entry.purpose) ? 2 : 0);
    if (score >= 4 && score > most) {
      best = index;
      most = score;
    }
  }
  return best;
}

function scoreEntry(tally: Tally, entry: EntryTruth, read: RegistryEntry, fault: Fault): void {
  const name = `${entry.section} ${entry.rank} ${entry.purpose}`;
  const judge = (field: string, right: boolean, open: boolean, expected: unknown, got: unknown) => {
    tally.judge(field, right ? 'right' : open ? 'open' : 'wrong');
    if (!right && !open) fault(`${name}: ${field}`, expected, got);
  };
  const { cancelled } = read;
  judge(
    'cancelled',
    cancelled === entry.cancelled || (cancelled === null && entry.unclear),
    cancelled === null,
    entry.cancelled,
    cancelled,
  );
  judge('purpose', bare(read.purpose) === bare(entry.purpose), false, entry.purpose, read.purpose);
  judge(
    'receipt',
    digits(read.receiptNo) === digits(entry.receiptNo) && (read.receiptDate ?? null) === entry.receiptDate,
    read.receiptDate === null || read.receiptNo === null,
    `${entry.receiptDate} ${entry.receiptNo}`,
    `${read.receiptDate} ${read.receiptNo}`,
  );
  judge('cause', bare(read.cause) === bare(entry.cause), read.cause === null, entry.cause, read.cause);
  // The new name or address of an owner is no holder, and several owners may be told in any way.
  if (['SET', 'TRANSFER', 'PLEDGE'].includes(entry.deed) && !entry.holderName?.includes(', '))
    judge(
      'holder',
      bare(read.holder).includes(bare(entry.holderName)),
      read.holder === null,
      entry.holderName,
      read.holder,
    );
  judge(
    'amount',
    read.amountKrw === entry.amountKrw || (entry.priceKrw !== null && read.amountKrw === entry.priceKrw),
    read.amountKrw === null,
    entry.amountKrw,
    read.amountKrw,
  );
  // One row may cancel rights of several sorts; a notice may count as a change of what it hangs on.
  const one = entry.deed !== 'CANCEL' && entry.right !== 'OTHER';
  judge(
    'right',
    (!one || read.right === entry.right) && (entry.right === 'OTHER' || read.deed === entry.deed),
    false,
    `${entry.right} ${entry.deed}`,
    `${read.right} ${read.deed}`,
  );
  if (entry.inForce && !entry.unclear)
    judge(
      'in force',
      (read.inForce?.amountKrw ?? null) === entry.inForce.amountKrw,
      read.inForce === null || read.inForce.amountKrw === null,
      entry.inForce.amountKrw,
      read.inForce?.amountKrw,
    );
}

function scoreOwners(tally: Tally, truth: RegisterTruth, read: RegistryView, fault: Fault): void {
  const left = [...read.owners];
  for (const owner of truth.owners) {
    const at = left.findIndex(
      (other) =>
        bare(other.name) === bare(owner.name) &&
        sameShare(owner.share, other.share) &&
        other.trustee === owner.trustee,
    );
    if (at >= 0) {
      left.splice(at, 1);
      tally.add('owners hit');
    } else {
      tally.add('owners missed');
      // On missing pages nobody can be found.
      if (truth.complete) fault('owner', owner, read.owners);
    }
  }
  tally.add('owners extra', left.length);
}

function sameShare(expected: string, read: string | null): boolean {
  if (read === null) return expected === '1/1';
  const value = (share: string) => {
    const [parts = Number.NaN, of = 1] = share.split('/').map(Number);
    return parts / of;
  };
  return Math.abs(value(expected) - value(read)) < 1e-9;
}

function scoreHead(tally: Tally, truth: RegisterTruth, read: RegistryView, fault: Fault): void {
  const judge = (field: string, right: boolean, open: boolean, expected: unknown, got: unknown) => {
    tally.judge(field, right ? 'right' : open ? 'open' : 'wrong');
    if (!right && !open) fault(field, expected, got);
  };
  judge(
    'area',
    read.exclusiveAreaM2 === truth.exclusiveAreaM2,
    read.exclusiveAreaM2 === null,
    truth.exclusiveAreaM2,
    read.exclusiveAreaM2,
  );
  const head = (view: { kind: string; variant: string }) => `${view.kind} ${view.variant}`;
  judge('kind', head(read) === head(truth), false, head(truth), head(read));
  judge(
    'number',
    bare(read.uniqueNumber) === truth.uniqueNumber,
    read.uniqueNumber === null,
    truth.uniqueNumber,
    read.uniqueNumber,
  );
  judge(
    'address',
    bare(read.address).includes(bare(truth.address)),
    read.address === null,
    truth.address,
    read.address,
  );
  const unit = (text: string | null) =>
    bare(text)
      .replace(/^제/u, '')
      .replace(/[호층]$/u, '');
  judge(
    'unit',
    unit(read.unit) === unit(truth.unit) && unit(read.floor) === unit(truth.floor),
    read.unit === null,
    `${truth.floor} ${truth.unit}`,
    `${read.floor} ${read.unit}`,
  );
  if (truth.viewedAt)
    judge(
      'viewed',
      sameMoment(read.viewedAt, truth.viewedAt),
      read.viewedAt === null,
      truth.viewedAt,
      read.viewedAt,
    );
  judge(
    'road',
    bare(read.roadAddress) === bare(truth.roadAddress),
    read.roadAddress === null,
    truth.roadAddress,
    read.roadAddress,
  );
}

const sameMoment = (read: string | null, truth: string) =>
  read !== null && Date.parse(read) === Date.parse(truth);
