import { commas, creditor, lender, looseWon, person, won } from '../fiction.ts';
import type { Writing } from './book.ts';
import type { Section } from './register.ts';
import { cause, partyLines, receipt, type Story } from './story.ts';

/** Claims on the ownership (갑구): seizures, injunctions, auctions, provisional registrations, notices. */

const COURTS = ['서울중앙지방법원', '서울둥지지방법원', '수원지방법원 둥지지원', '인천지방법원'] as const;

/** `청구금액 금39,337,433 원`: courts put a space before 원. */
const claimed = (story: Story, amountKrw: number) =>
  story.habits.looseAmounts
    ? `청구금액 ${looseWon(story.draw, amountKrw)}`
    : `청구금액 금${commas(amountKrw)} 원`;

export function seizeProvisionally(story: Story, share = false): Writing {
  const { draw } = story;
  const on = receipt(story);
  const amountKrw = draw.integer(3_000_000, 189_000_000);
  const who = draw.chance(70) ? creditor(draw) : person(draw);
  const court = draw.pick(COURTS);
  const amount = claimed(story, amountKrw);
  return story.book.add('갑구', {
    right: 'PROVISIONAL_SEIZURE',
    deed: 'SET',
    ...shared(story, '가압류', share),
    receipt: on,
    cause: cause(story, on.on, `${court}의 가압류결정(${on.on.year}카단${draw.integer(1_000, 899_999)})`, 5),
    holder: [amount, ...partyLines(draw, '채권자', who)],
    holderName: who.name,
    amountKrw,
    inForce: { amountKrw, holderName: who.name },
    summary: summary('가압류', [amount, `채권자 ${who.name}`]),
  });
}

export function seize(story: Story, share = false): Writing {
  const { draw } = story;
  const on = receipt(story);
  const [holder, office] = draw.pick<readonly [string, string]>([
    ['권리자 국', '처분청 둥지세무서장'],
    ['권리자 국', '처분청 예시세무서장'],
    ['권리자 둥지시', ''],
    ['권리자 국민건강보험공단 111471-0000008', '강원특별자치도 예시군 건강로 32'],
  ]);
  const name = holder.replace('권리자 ', '').replace(/\s\d.*$/u, '');
  return story.book.add('갑구', {
    right: 'SEIZURE',
    deed: 'SET',
    ...shared(story, '압류', share),
    receipt: on,
    cause: cause(
      story,
      on.on,
      `압류(${draw.pick(['징수과', '세무1과', '재산세2과'])}-${String(draw.integer(1, 99_999)).padStart(6, '0')})`,
      3,
    ),
    holder: [holder, office].filter(Boolean),
    holderName: name,
    inForce: { amountKrw: null, holderName: name },
    summary: summary('압류', [`권리자 ${name}`]),
  });
}

/** `6번임꺽정지분가압류`: on the part of one owner only. */
function shared(story: Story, purpose: string, share: boolean) {
  const owner = share && story.holdings.length > 1 ? story.draw.any(story.holdings) : undefined;
  return { purpose: owner ? `${owner.rows[0]?.rank}번${owner.name}지분${purpose}` : purpose };
}

export function enjoin(story: Story): Writing {
  const { draw } = story;
  const on = receipt(story);
  const who = person(draw);
  return story.book.add('갑구', {
    right: 'INJUNCTION',
    deed: 'SET',
    purpose: '가처분',
    receipt: on,
    cause: cause(
      story,
      on.on,
      `${draw.pick(COURTS)}의 가처분결정(${on.on.year}카단${draw.integer(1_000, 99_999)})`,
      5,
    ),
    holder: [
      `피보전권리 ${draw.pick(['소유권이전등기청구권', '사해행위취소로 인한 소유권이전등기말소청구권', '근저당권설정등기청구권'])}`,
      ...partyLines(draw, '채권자', who),
      '금지사항 매매, 증여, 전세권, 저당권, 임차권의 설정 기타일체의 처분행위 금지',
    ],
    holderName: who.name,
    inForce: { amountKrw: null, holderName: who.name },
    summary: summary('가처분', [`피보전권리 소유권이전등기청구권`, `채권자 ${who.name}`]),
  });
}

export function auction(story: Story, forced: boolean): Writing {
  const { draw } = story;
  const on = receipt(story);
  const purpose = forced ? '강제경매개시결정' : '임의경매개시결정';
  const who = forced && draw.chance(50) ? person(draw) : lender(draw);
  return story.book.add('갑구', {
    right: 'AUCTION',
    deed: 'SET',
    purpose,
    receipt: on,
    cause: cause(
      story,
      on.on,
      `${draw.pick(COURTS)}의 ${purpose}(${on.on.year}타경${draw.integer(1_000, 119_999)})`,
      5,
    ),
    holder: partyLines(draw, '채권자', who),
    holderName: who.name,
    inForce: { amountKrw: null, holderName: who.name },
    summary: summary(purpose, [`채권자 ${who.name}`]),
  });
}

/** The claim to become the owner; or a security in that dress. */
export function claimOwnership(story: Story, secured = false): Writing {
  const { draw } = story;
  const on = receipt(story);
  const who = person(
    draw,
    story.holdings.map(({ name }) => name),
  );
  const purpose = secured ? '담보가등기' : '소유권이전청구권가등기';
  return story.book.add('갑구', {
    right: 'PROVISIONAL_REGISTRATION',
    deed: 'SET',
    purpose,
    receipt: on,
    cause: cause(story, on.on, secured ? '대물반환예약' : '매매예약'),
    holder: partyLines(draw, '가등기권자', who),
    holderName: who.name,
    inForce: { amountKrw: null, holderName: who.name },
    summary: summary(purpose, [`가등기권자 ${who.name}`]),
  });
}

/** A notice below the owner's row: a rental house that may not be disposed of freely. No risk, but a sub-entry in 갑구. */
export function notice(story: Story): Writing | null {
  const row = story.holdings[0]?.rows[0]?.root;
  if (!row || row.cancelled) return null;
  const on = receipt(story);
  return story.book.addUnder(row, {
    right: 'OTHER',
    deed: 'SET',
    purpose: '금지사항등기',
    receipt: on,
    cause: ['민간임대주택에 관한 특별법'],
    holder: [
      '이 주택은 「민간임대주택에 관한 특별법」 제43조제1항에 따라 임대사업자가 임대의무기간 동안 계속 임대하여야 하고, 같은 법 제44조의 임대료 증액기준을 준수하여야 하는 민간임대주택임',
    ],
    inForce: { amountKrw: null, holderName: null },
    summary: summary('금지/제한사항/기타', ['민간임대주택']),
  });
}

/** The seller may buy back: a sub-entry that a later sale does not end by itself. */
export function repurchase(story: Story): Writing | null {
  const row = story.holdings[0]?.rows[0]?.root;
  if (!row || row.cancelled) return null;
  const { draw } = story;
  const who = person(
    draw,
    story.holdings.map(({ name }) => name),
  );
  const on = receipt(story, row.receipt?.on ?? story.clock.next());
  const priceKrw = draw.integer(100, 400) * 1_000_000;
  return story.book.addUnder(row, {
    right: 'OTHER',
    deed: 'SET',
    purpose: '환매특약',
    receipt: on,
    cause: cause(story, on.on, '특약'),
    holder: [`환매대금 ${won(priceKrw)}`, '환매기간 5년', ...partyLines(draw, '환매권자', who)],
    holderName: who.name,
    priceKrw,
    inForce: { amountKrw: null, holderName: who.name },
    summary: summary('환매특약', [`환매권자 ${who.name}`]),
  });
}

/** How the summary page names an entry, while it lives. */
export const summary = (purpose: string, lines: readonly string[]) => ({ purpose, lines });

const ENDINGS: Readonly<Record<Section, readonly [string, ...string[]]>> = {
  갑구: ['해제', '취하', '해지', '매각', '집행취소결정', '취소결정', '말소예고통지'],
  을구: ['해지', '해지', '일부포기', '변제', '포기', '확정채권의 양도'],
};

/** What a cancellation calls the entry it ends. */
export function nameIn(entry: Writing): string {
  const plain = entry.purpose
    .replace(/^(?:갑구)?\d+번/u, '')
    .replace(/^.*지분(?:전부)?/u, '')
    .replace('소유권이전청구권가등기', '소유권이전청구권가')
    .replace(/담보가등기$/u, '담보가')
    .replace(/금지사항등기$/u, '금지사항');
  return `${entry.rank}번${plain}`;
}

/** One row ends all of `entries`, which stand in one section. */
export function cancel(story: Story, entries: readonly Writing[], ground?: string): Writing | null {
  const [first] = entries;
  if (!first) return null;
  const { draw, habits } = story;
  const on = receipt(story);
  const names = entries.map(nameIn).join(habits.comma);
  const short = habits.shortCancellations && first.section === '갑구';
  const row = story.book.add(first.section, {
    right: first.right,
    deed: 'CANCEL',
    purpose: `${names}${short ? '' : draw.chance(90) ? '등기' : ' 등기'}말소`,
    receipt: on,
    cause: cause(story, on.on, ground ?? draw.pick(ENDINGS[first.section])),
  });
  for (const entry of entries) story.book.end(entry, true);
  return row;
}

/** Struck by the registrar with no row of its own (직권말소). */
export const strikeSilently = (story: Story, entry: Writing) => story.book.end(entry, false);
