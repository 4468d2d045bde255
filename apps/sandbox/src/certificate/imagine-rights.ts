import { corporateNumber, day, person, personNumber, receiptNo, won } from './fiction.ts';
import { type OwnershipStory, plain } from './imagine-ownership.ts';
import type { Draw } from './random.ts';
import { type Entry, printDay } from './register.ts';
import type { Subject } from './subject.ts';

/** Section 을구: a mortgage of the past owner, paid off; then the asked risks, live. May be empty. */
export function imagineRights(draw: Draw, subject: Subject, story: OwnershipStory): readonly Entry[] {
  const entries: Entry[] = [];
  if (draw.chance(75)) pushPaidMortgage(draw, subject, story, entries);
  if (subject.risks.has('mortgage') || subject.risks.has('auction')) pushMortgage(draw, story, entries);
  if (subject.risks.has('lease-order')) pushLeaseOrder(draw, subject, entries);
  return entries;
}

const nextRank = (entries: readonly Entry[]) =>
  entries.filter((entry) => entry.rank && !entry.rank.includes('-')).length + 1;

/** Set up, reduced by a rider row, cancelled: three rows, of which the first two are struck. */
function pushPaidMortgage(draw: Draw, subject: Subject, story: OwnershipStory, entries: Entry[]): void {
  const rank = nextRank(entries);
  const changed = day(draw, 2016, 2016);
  const ended = day(draw, 2018, 2018);
  const amount = draw.integer(8, 20) * 12_000_000;
  const dead = { cancelled: true, cancels: false, summary: null } as const;
  entries.push({
    ...dead,
    rank: String(rank),
    purpose: '근저당권설정',
    receipt: { on: story.pastFrom, no: receiptNo(draw) },
    cause: [printDay(story.pastFrom), '설정계약'],
    holder: [
      `채권최고액 ${won(amount)}`,
      `채무자 ${story.pastOwner}`,
      subject.roadAddress || subject.lotAddress,
      `근저당권자 주식회사가나은행 ${corporateNumber(draw)}`,
      '서울특별시 둥지구 은행로 1',
      '(가상동지점)',
    ],
  });
  entries.push({
    ...dead,
    rank: `${rank}-1`,
    purpose: `${rank}번근저당권변경`,
    receipt: { on: changed, no: receiptNo(draw) },
    cause: [printDay(changed), '변경계약'],
    holder: [`채권최고액 ${won(amount - 24_000_000)}`],
  });
  entries.push({
    ...plain,
    cancels: true,
    rank: String(rank + 1),
    purpose: `${rank}번근저당권설정등기말소`,
    receipt: { on: ended, no: receiptNo(draw) },
    cause: [printDay(ended), '해지'],
    holder: [],
  });
}

function pushMortgage(draw: Draw, story: OwnershipStory, entries: Entry[]): void {
  const rank = nextRank(entries);
  const amount = `채권최고액 ${won(draw.integer(10, 40) * 12_000_000)}`;
  entries.push({
    ...plain,
    rank: String(rank),
    purpose: '근저당권설정',
    receipt: { on: story.ownedFrom, no: receiptNo(draw) },
    cause: [printDay(story.ownedFrom), '설정계약'],
    holder: [
      amount,
      `채무자 ${story.debtor}`,
      '서울특별시 둥지구 둥지로 77 (가상동)',
      `근저당권자 주식회사나다은행 ${corporateNumber(draw)}`,
      '서울특별시 둥지구 은행로 2',
      '(둥지지점)',
    ],
    summary: { purpose: '근저당권설정', lines: [amount, '근저당권자 주식회사나다은행'] },
  });
  if (!draw.chance(40)) return;
  const on = day(draw, 2024, 2024);
  entries.push({
    ...plain,
    rank: `${rank}-1`,
    purpose: `${rank}번근저당권이전`,
    receipt: { on, no: receiptNo(draw) },
    cause: [printDay(on), '확정채권양도'],
    holder: [`근저당권자 라마유동화전문유한회사 ${corporateNumber(draw)}`, '서울특별시 둥지구 금융로 3'],
    summary: { purpose: '근저당권이전', lines: ['근저당권자 라마유동화전문유한회사'] },
  });
}

function pushLeaseOrder(draw: Draw, subject: Subject, entries: Entry[]): void {
  const on = day(draw, 2025, 2025);
  const since = day(draw, 2022, 2022);
  const tenant = person(draw);
  const deposit = `임차보증금 ${won(draw.integer(60, 400) * 1_000_000)}`;
  entries.push({
    ...plain,
    rank: String(nextRank(entries)),
    purpose: '주택임차권',
    receipt: { on, no: receiptNo(draw) },
    cause: [printDay(on), `서울북부지방법원의 임차권등기명령(${on.year}카임${draw.integer(1_000, 9_999)})`],
    holder: [
      deposit,
      '범 위 건물 전부',
      `임대차계약일자 ${printDay(since)}`,
      `주민등록일자 ${printDay(since)}`,
      `점유개시일자 ${printDay(since)}`,
      `확정일자 ${printDay(since)}`,
      `임차권자 ${tenant} ${personNumber(draw)}`,
      subject.roadAddress || subject.lotAddress,
    ],
    summary: { purpose: '임차권설정', lines: [deposit, `임차권자 ${tenant}`] },
  });
}
