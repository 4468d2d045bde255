import { claimBuyer, lender, looseWon, type Party, person, won } from '../fiction.ts';
import { strikeLines, type Writing } from './book.ts';
import { summary } from './claims.ts';
import { daysBefore } from './clock.ts';
import { printDay } from './register.ts';
import { cause, partyLines, receipt, type Story } from './story.ts';

/** Rights in 을구: mortgages, jeonse rights, registered leases, and what happens to them. */

const amountOf = (story: Story, amountKrw: number) =>
  story.habits.looseAmounts ? looseWon(story.draw, amountKrw) : won(amountKrw);

/** Mostly millions of 120 %; sometimes to the won. */
const secured = (story: Story) =>
  story.draw.chance(90) ? story.draw.integer(8, 90) * 6_000_000 : story.draw.integer(20_000_000, 700_000_000);

type MortgageSort = 'maximum' | 'plain' | 'foreign' | 'share';

export function mortgage(story: Story, sort: MortgageSort = 'maximum'): Writing {
  const { draw, subject } = story;
  const on = receipt(story);
  const company = draw.chance(85);
  const bank = company ? lender(draw) : person(draw);
  const debtor = debtorOf(story);
  const foreign = sort === 'foreign';
  const amountKrw = foreign ? null : secured(story);
  const word = sort === 'plain' ? '채권액' : '채권최고액';
  const amount = `${word} ${amountKrw === null ? `미화금${draw.integer(100, 900)},000달러` : amountOf(story, amountKrw)}`;
  const owner = sort === 'share' && story.holdings.length > 1 ? draw.any(story.holdings) : undefined;
  const plain = sort === 'plain' ? '저당권설정' : '근저당권설정';
  const role = sort === 'plain' ? '저당권자' : '근저당권자';
  const joint = subject.kind !== '집합건물' ? draw.chance(60) : draw.chance(12);
  const list = joint && draw.chance(50) ? `${on.on.year}-${draw.integer(10, 999)}` : null;
  const row = story.book.add('을구', {
    right: 'MORTGAGE',
    deed: 'SET',
    purpose: owner ? `갑구${owner.rows[0]?.rank}번${owner.name}지분전부${plain}` : plain,
    receipt: on,
    cause: cause(story, on.on, '설정계약', 7),
    holder: [
      amount,
      ...(sort === 'plain' ? [`변제기 ${printDay(daysBefore(on.on, -900))}`] : []),
      ...debtor,
      ...partyLines(draw, role, bank),
      ...(company && draw.chance(60) ? [`(${draw.pick(['가상동지점', '둥지지점', '여신관리부'])})`] : []),
      ...jointLines(story, joint, list),
    ],
    holderName: bank.name,
    amountKrw,
    foreign,
    inForce: { amountKrw, holderName: bank.name },
    summary: summary(plain, [amount, `${role} ${bank.name}`]),
  });
  if (list) pushJointList(story, list, row);
  return row;
}

/** The debtor is an owner, somebody else, or several. */
function debtorOf(story: Story): string[] {
  const { draw } = story;
  const owner = story.trust?.settlors[0] ?? story.holdings[0];
  const who: Pick<Party, 'name' | 'address'> = owner && draw.chance(75) ? owner : person(draw);
  if (draw.chance(10)) {
    const second = person(draw, [who.name]);
    return ['연대채무자', who.name, who.address, second.name, second.address];
  }
  return [`채무자 ${who.name}`, who.address];
}

function jointLines(story: Story, joint: boolean, list: string | null): string[] {
  if (!joint) return [];
  if (list) return [`공동담보목록 제${list}호`];
  const other = story.subject.kind === '토지' ? '건물' : '토지';
  return [`공동담보 ${other} ${story.subject.lotAddress}`];
}

function pushJointList(story: Story, number: string, row: Writing): void {
  const { subject } = story;
  story.lists.push({
    form: 'joint-security',
    number,
    priceKrw: null,
    rows: [
      { property: `[토지] ${subject.lotAddress}`, rank: String(story.draw.integer(1, 9)), remark: '' },
      { property: `[${subject.kind}] ${subject.lotAddress}`, rank: row.rank ?? '', remark: '' },
      { property: `[토지] ${subject.lotAddress.replace(/\d+(?:-\d+)?$/u, '124-7')}`, rank: '2', remark: '' },
    ],
  });
}

export function jeonse(story: Story): Writing {
  const { draw } = story;
  const on = receipt(story);
  const tenant = person(
    draw,
    story.holdings.map(({ name }) => name),
  );
  const amountKrw = draw.integer(30, 420) * 1_000_000;
  const amount = `전세금 ${amountOf(story, amountKrw)}`;
  return story.book.add('을구', {
    right: 'JEONSE',
    deed: 'SET',
    purpose: '전세권설정',
    receipt: on,
    cause: cause(story, on.on, '설정계약'),
    holder: [
      amount,
      `범 위 ${draw.pick(['주거용 건물 전부', '전유부분 전부', '건물 3층 302호 전부'])}`,
      `존속기간 ${printDay(on.on)}부터 ${printDay(daysBefore(on.on, -730))}까지`,
      ...partyLines(draw, '전세권자', tenant),
    ],
    holderName: tenant.name,
    amountKrw,
    inForce: { amountKrw, holderName: tenant.name },
    summary: summary('전세권설정', [amount, `전세권자 ${tenant.name}`]),
  });
}

/** 임차권등기명령: a tenant left unpaid. Monthly rent is printed too, and is no debt. */
export function leaseOrder(story: Story, purpose: '주택임차권' | '임차권설정' = '주택임차권'): Writing {
  const { draw, subject } = story;
  const on = receipt(story);
  const since = daysBefore(on.on, draw.integer(740, 1_400));
  const tenant = person(
    draw,
    story.holdings.map(({ name }) => name),
  );
  const amountKrw = draw.integer(40, 420) * 1_000_000;
  const deposit = `임차보증금 ${amountOf(story, amountKrw)}`;
  const label = draw.pick(['주민등록일자', '전입신고일자'] as const);
  return story.book.add('을구', {
    right: 'LEASEHOLD_ORDER',
    deed: 'SET',
    purpose,
    receipt: on,
    cause: cause(
      story,
      on.on,
      `${draw.pick(['서울북부지방법원', '서울둥지지방법원', '수원지방법원 둥지지원'])}의 임차권등기명령(${on.on.year}카임${draw.integer(1_000, 99_999)})`,
      8,
    ),
    holder: [
      deposit,
      ...(draw.chance(35) ? [`차 임 월 ${won(draw.integer(10, 120) * 10_000)}`] : []),
      `범 위 ${draw.pick(['건물 전부', '전유부분 건물의 전부', '3층 302호 45.29㎡ 전부'])}`,
      `임대차계약일자 ${printDay(daysBefore(since, 30))}`,
      `${label} ${printDay(since)}`,
      `점유개시일자 ${printDay(since)}`,
      `확정일자 ${printDay(daysBefore(since, 29))}`,
      ...partyLines(draw, '임차권자', tenant).slice(0, 1),
      subject.roadAddress || subject.lotAddress,
    ],
    holderName: tenant.name,
    amountKrw,
    inForce: { amountKrw, holderName: tenant.name },
    summary: summary('임차권설정', [deposit, `임차권자 ${tenant.name}`]),
  });
}

export function superficies(story: Story): Writing {
  const { draw } = story;
  const on = receipt(story);
  const bank = lender(draw);
  return story.book.add('을구', {
    right: 'SUPERFICIES',
    deed: 'SET',
    purpose: '지상권설정',
    receipt: on,
    cause: cause(story, on.on, '설정계약', 5),
    holder: [
      '목 적 견고한 건물이나 수목의 소유',
      '범 위 토지의 전부',
      `존속기간 ${printDay(on.on)}부터 만 30년`,
      '지 료 없음',
      ...partyLines(draw, '지상권자', bank),
    ],
    holderName: bank.name,
    inForce: { amountKrw: null, holderName: bank.name },
    summary: summary('지상권설정', [`지상권자 ${bank.name}`]),
  });
}

/** `근저당권`, `전세권`: what changes and transfers call a lien. */
const wordOf = (lien: Writing) => lien.purpose.replace(/^.*지분전부/u, '').replace('설정', '');

/** A new amount in place of the old one; sometimes only a new debtor. */
export function changeLien(story: Story, lien: Writing): Writing {
  const { draw } = story;
  const on = receipt(story);
  const ofAmount = lien.inForce?.amountKrw != null && draw.chance(75);
  const amountKrw = ofAmount
    ? Math.max(6_000_000, (lien.inForce?.amountKrw ?? 0) + draw.integer(-9, 9) * 1_200_000)
    : null;
  const label = lien.holder[0]?.text.split(' ')[0] ?? '채권최고액';
  const said = amountKrw === null ? `채무자 ${person(draw).name}` : `${label} ${amountOf(story, amountKrw)}`;
  const row = story.book.addUnder(lien.root, {
    right: lien.right,
    deed: 'CHANGE',
    purpose: `${lien.rank}번${wordOf(lien)}변경`,
    receipt: on,
    cause: cause(story, on.on, amountKrw === null ? '계약인수' : '변경계약', 5),
    holder: [said],
    amountKrw,
    about: lien,
    summary: summary(`${wordOf(lien)}변경`, [said]),
  });
  if (amountKrw !== null) {
    const before = story.book.entries('을구').filter((entry) => entry.about === lien && entry !== row);
    if (story.habits.strikesReplaced)
      for (const old of [lien, ...before]) replaceIn(old, (text) => text.startsWith(`${label} `));
    lien.inForce = { amountKrw, holderName: lien.inForce?.holderName ?? null };
  }
  return row;
}

/** Rows that are dead already stay as they are. */
const replaceIn = (entry: Writing, replaced: (text: string) => boolean) => {
  if (!entry.cancelled && entry.strike !== 'WHOLE') strikeLines(entry, replaced);
};

/** Somebody else holds the lien from now on, or a part of it: what is owed stays the same. */
export function moveLien(story: Story, lien: Writing): Writing {
  const { draw } = story;
  const on = receipt(story);
  const buyer = claimBuyer(draw);
  const role = `${wordOf(lien)}자`;
  const inPart = (lien.inForce?.amountKrw ?? 0) > 10_000_000 && draw.chance(15);
  const movedKrw = inPart ? draw.integer(1, 9) * 1_000_000 : null;
  const row = story.book.addUnder(lien.root, {
    right: lien.right,
    deed: 'TRANSFER',
    purpose: `${lien.rank}번${wordOf(lien)}${inPart ? '일부이전' : '이전'}`,
    receipt: on,
    cause: cause(
      story,
      on.on,
      draw.pick(
        inPart ? ['확정채권 일부양도', '확정채권대위변제'] : ['확정채권양도', '계약양도', '회사합병'],
      ),
      5,
    ),
    holder: [
      ...(movedKrw === null ? [] : [`양도액 ${amountOf(story, movedKrw)}`]),
      ...partyLines(draw, role, buyer),
    ],
    holderName: buyer.name,
    priceKrw: movedKrw,
    about: lien,
    summary: summary(`${wordOf(lien)}${inPart ? '일부이전' : '이전'}`, [`${role} ${buyer.name}`]),
  });
  if (inPart) return row;
  if (story.habits.strikesReplaced) replaceIn(lien, (text) => text.startsWith(`${role} `));
  lien.inForce = { amountKrw: lien.inForce?.amountKrw ?? null, holderName: buyer.name };
  return row;
}

/** The lien itself is pledged: its claim is named once more, which adds nothing to what the property owes. */
export function pledgeLien(story: Story, lien: Writing): Writing {
  const { draw } = story;
  const on = receipt(story);
  const bank = lender(draw);
  const amountKrw = secured(story);
  const amount = `${draw.pick(['채권액', '채권최고액'])} ${amountOf(story, amountKrw)}`;
  return story.book.addUnder(lien.root, {
    right: lien.right,
    deed: 'PLEDGE',
    purpose: `${lien.rank}번${wordOf(lien)}부${draw.pick(['질권', '근질권'])}설정`,
    receipt: on,
    cause: cause(story, on.on, '설정계약', 5),
    holder: [amount, `채무자 ${lien.inForce?.holderName ?? '확인불가'}`, ...partyLines(draw, '채권자', bank)],
    holderName: bank.name,
    amountKrw,
    about: lien,
    summary: summary(`${wordOf(lien)}부질권`, [amount, `채권자 ${bank.name}`]),
  });
}
