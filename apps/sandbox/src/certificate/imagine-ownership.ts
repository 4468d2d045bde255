import { commas, corporateNumber, day, person, personNumber, receiptNo, won } from './fiction.ts';
import type { Draw } from './random.ts';
import { type Day, type Entry, type Owner, printDay } from './register.ts';
import type { Subject } from './subject.ts';

export interface OwnershipStory {
  readonly entries: readonly Entry[];
  /** Who is the registered owner at the end (the trustee, in a trust). */
  readonly owners: readonly Owner[];
  /** The people behind a trust too: whom lenders and tenants deal with. */
  readonly debtor: string;
  readonly pastOwner: string;
  readonly pastFrom: Day;
  readonly ownedFrom: Day;
}

export const plain = { cancelled: false, cancels: false, summary: null } as const;

/** Section 갑구: from the first owner to the present one, a healed wound on the way, then the asked risks. */
export function imagineOwnership(draw: Draw, subject: Subject, builtOn: Day): OwnershipStory {
  const entries: Entry[] = [];
  const pastOwner = person(draw);
  const pastFrom = day(draw, 2013, 2015);
  const ownedFrom = day(draw, 2019, 2022);
  const street = subject.roadAddress || subject.lotAddress;

  entries.push({
    ...plain,
    rank: '1',
    purpose: '소유권보존',
    receipt: { on: builtOn, no: receiptNo(draw) },
    cause: [],
    holder: [`소유자 주식회사가나건설 ${corporateNumber(draw)}`, '서울특별시 둥지구 둥지로 1 (가상동)'],
  });
  entries.push({
    ...plain,
    rank: '2',
    purpose: '소유권이전',
    receipt: { on: pastFrom, no: receiptNo(draw) },
    cause: [printDay(pastFrom), '매매'],
    holder: [
      `소유자 ${pastOwner} ${personNumber(draw)}`,
      street,
      `거래가액 ${won(draw.integer(120, 480) * 1_000_000)}`,
    ],
  });
  if (draw.chance(70)) pushHealedSeizure(draw, entries);

  const names = subject.owners.length > 0 ? subject.owners : [person(draw)];
  const rank = String(ranksUsed(entries) + 1);
  const owners: Owner[] = names.map((name) => ({
    name,
    number: personNumber(draw),
    share: names.length > 1 ? `${names.length}분의 1` : null,
    address: `서울특별시 둥지구 둥지로 ${draw.integer(2, 199)} (가상동)`,
    rank,
    trustee: false,
  }));
  entries.push({
    ...plain,
    rank,
    purpose: '소유권이전',
    receipt: { on: ownedFrom, no: receiptNo(draw) },
    cause: [printDay(ownedFrom), '매매'],
    holder: [...ownerLines(owners), `거래가액 ${won(draw.integer(180, 900) * 1_000_000)}`],
  });

  pushRisks(draw, subject, entries);
  const trustee = subject.risks.has('trust') ? pushTrust(draw, entries) : null;
  return {
    entries,
    owners: trustee ? [trustee] : owners,
    debtor: names[0] ?? pastOwner,
    pastOwner,
    pastFrom,
    ownedFrom,
  };
}

function ownerLines(owners: readonly Owner[]): string[] {
  const [first] = owners;
  if (owners.length === 1 && first) return [`소유자 ${first.name} ${first.number}`, first.address];
  return [
    '공유자',
    ...owners.flatMap((owner) => [`지분 ${owner.share}`, `${owner.name} ${owner.number}`, owner.address]),
  ];
}

const ranksUsed = (entries: readonly Entry[]) =>
  entries.filter((entry) => entry.rank && !entry.rank.includes('-')).length;

function pushHealedSeizure(draw: Draw, entries: Entry[]): void {
  const rank = ranksUsed(entries) + 1;
  const on = day(draw, 2016, 2017);
  const off = day(draw, 2018, 2018);
  entries.push({
    rank: String(rank),
    purpose: '가압류',
    receipt: { on, no: receiptNo(draw) },
    cause: [printDay(on), `서울중앙지방법원의 가압류결정(${on.year}카단${draw.integer(100_000, 899_999)})`],
    holder: [
      `청구금액 금${commas(draw.integer(9_000_000, 69_000_000))} 원`,
      `채권자 주식회사다라캐피탈 ${corporateNumber(draw)}`,
      '서울특별시 둥지구 채권로 9',
    ],
    cancelled: true,
    cancels: false,
    summary: null,
  });
  entries.push({
    rank: String(rank + 1),
    purpose: `${rank}번가압류등기말소`,
    receipt: { on: off, no: receiptNo(draw) },
    cause: [printDay(off), '해제'],
    holder: [],
    cancelled: false,
    cancels: true,
    summary: null,
  });
}

function pushRisks(draw: Draw, subject: Subject, entries: Entry[]): void {
  const push = (
    purpose: string,
    on: Day,
    cause: readonly string[],
    holder: readonly string[],
    inSummary: readonly string[],
  ) =>
    entries.push({
      ...plain,
      rank: String(ranksUsed(entries) + 1),
      purpose,
      receipt: { on, no: receiptNo(draw) },
      cause: [printDay(on), ...cause],
      holder,
      summary: { purpose, lines: inSummary },
    });

  if (subject.risks.has('provisional')) {
    const seized = day(draw, 2023, 2023, 1, 6);
    const amount = `청구금액 금${commas(draw.integer(20_000_000, 90_000_000))} 원`;
    const creditor = '채권자 주식회사마바캐피탈';
    push(
      '가압류',
      seized,
      [`서울둥지지방법원의 가압류결정(${seized.year}카단${draw.integer(1_000, 99_999)})`],
      [amount, `${creditor} ${corporateNumber(draw)}`, '서울특별시 둥지구 채권로 12'],
      [amount, creditor],
    );
    const name = person(draw);
    push(
      '소유권이전청구권가등기',
      day(draw, 2023, 2023, 7, 12),
      ['매매예약'],
      [`가등기권자 ${name} ${personNumber(draw)}`, '서울특별시 둥지구 예약로 3'],
      [`가등기권자 ${name}`],
    );
  }
  if (subject.risks.has('seizure')) {
    push(
      '압류',
      day(draw, 2024, 2024),
      [`압류(징수과-${String(draw.integer(1, 9_999)).padStart(6, '0')})`],
      ['권리자 국', '처분청 둥지세무서장'],
      ['권리자 국'],
    );
  }
  if (subject.risks.has('auction')) {
    const on = day(draw, 2025, 2025, 1, 6);
    push(
      '임의경매개시결정',
      on,
      [`서울둥지지방법원의 임의경매개시결정(${on.year}타경${draw.integer(1_000, 9_999)})`],
      [`채권자 주식회사나다은행 ${corporateNumber(draw)}`, '서울특별시 둥지구 은행로 2'],
      ['채권자 주식회사나다은행'],
    );
  }
}

/** A trust takes two rows: the transfer, and under it the trust itself without a rank of its own. */
function pushTrust(draw: Draw, entries: Entry[]): Owner {
  const on = day(draw, 2025, 2025, 7, 12);
  const rank = String(ranksUsed(entries) + 1);
  const trustee: Owner = {
    name: '가나자산신탁주식회사',
    number: corporateNumber(draw),
    share: null,
    address: '서울특별시 둥지구 신탁로 1',
    rank,
    trustee: true,
  };
  entries.push({
    ...plain,
    rank,
    purpose: '소유권이전',
    receipt: { on, no: receiptNo(draw) },
    cause: [printDay(on), '신탁'],
    holder: [`수탁자 ${trustee.name} ${trustee.number}`, trustee.address],
  });
  entries.push({
    ...plain,
    rank: null,
    purpose: '신탁',
    receipt: null,
    cause: [],
    holder: [`신탁원부 제${on.year}-${draw.integer(100, 9_999)}호`],
  });
  return trustee;
}
