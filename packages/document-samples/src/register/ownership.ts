import { builder, landlord, type Party, person, trustee, won } from '../fiction.ts';
import type { Writing } from './book.ts';
import { strikeLines } from './book.ts';
import { printShare, type Share } from './register.ts';
import { cause, type Holding, partyLines, receipt, type Story } from './story.ts';

const WHOLE: Share = { parts: 1, of: 1 };

/** The first entry of every register. */
export function preserve(story: Story): void {
  const { draw } = story;
  const first = draw.chance(70) ? builder(draw) : person(draw);
  const row = story.book.add('갑구', {
    right: 'OWNERSHIP',
    deed: 'SET',
    purpose: '소유권보존',
    // The clock starts at the day the building was entered.
    receipt: receipt(story, story.clock.today),
    holder: partyLines(draw, '소유자', first),
    holderName: first.name,
  });
  story.holdings = [{ ...first, share: WHOLE, rows: [row], trustee: false }];
}

const SALES = ['매매', '매매', '매매', '증여', '협의분할에 의한 상속', '대물변제', '재산분할'] as const;

/** The whole property goes to new owners: invented ones, unless they are named. */
export function sell(story: Story, names: readonly string[] = [], ground?: string): void {
  const { draw } = story;
  const sellers = story.holdings.map(({ name }) => name);
  const buyers = names.length > 0 ? named(story, names) : strangers(story, sellers);
  const on = receipt(story);
  const priceKrw = draw.integer(120, 980) * 1_000_000;
  const grounds = cause(story, on.on, ground ?? draw.pick(SALES), 60);
  const sale = grounds[1] === '매매' || grounds[1]?.includes('매각') === true;
  const list = sale && buyers.length > 0 && draw.chance(20) ? listNumber(story, on.on.year) : null;
  const price =
    !sale || grounds[1] !== '매매' ? [] : [list ? `매매목록 제${list}호` : `거래가액 ${won(priceKrw)}`];
  const row = story.book.add('갑구', {
    right: 'OWNERSHIP',
    deed: 'SET',
    purpose: sellers.length > 1 ? '공유자전원지분전부이전' : '소유권이전',
    receipt: on,
    cause: grounds,
    holder: [...ownerLines(story, buyers), ...price],
    holderName: buyers.map(({ name }) => name).join(', '),
    priceKrw: price.length > 0 && !list ? priceKrw : null,
  });
  if (list && grounds[1] === '매매') pushSaleList(story, list, priceKrw, row);
  replaceHoldings(
    story,
    buyers.map((buyer) => ({ ...buyer, rows: [row], trustee: false })),
  );
}

type Buyer = Party & { readonly share: Share };

function named(story: Story, names: readonly string[]): Buyer[] {
  const share = { parts: 1, of: names.length };
  return names.map((name) => ({ ...person(story.draw), name, share }));
}

/** One, or a few with parts of the same or of different size; sometimes a company. */
function strangers(story: Story, except: readonly string[]): Buyer[] {
  const { draw } = story;
  if (draw.chance(8)) {
    const company = landlord(draw);
    if (!except.includes(company.name)) return [{ ...company, share: WHOLE }];
  }
  const shares = draw.pick<readonly Share[]>([
    [WHOLE],
    [WHOLE],
    [WHOLE],
    equal(2),
    equal(2),
    equal(3),
    parts(6, 3, 1, 2),
    parts(10, 3, 7),
    // As shares in land are told.
    parts(100, 33.5, 66.5),
  ]);
  const buyers: Buyer[] = [];
  for (const share of shares)
    buyers.push({ ...person(draw, [...except, ...buyers.map(({ name }) => name)]), share });
  return buyers;
}

const parts = (of: number, ...sizes: readonly number[]): readonly Share[] =>
  sizes.map((size) => ({ parts: size, of }));
const equal = (count: number) => parts(count, ...Array.from({ length: count }, () => 1));

function ownerLines(story: Story, buyers: readonly Buyer[]): string[] {
  const [first] = buyers;
  if (buyers.length === 1 && first) return partyLines(story.draw, '소유자', first);
  return [
    '공유자',
    ...buyers.flatMap((buyer) => [
      `지분 ${printShare(buyer.share)}`,
      `${buyer.name} ${buyer.number}`,
      buyer.address,
    ]),
  ];
}

function listNumber(story: Story, year: number): string {
  return `${year}-${story.draw.integer(100, 9_999)}`;
}

function pushSaleList(story: Story, number: string, priceKrw: number, row: Writing): void {
  const { subject } = story;
  story.lists.push({
    form: 'sale',
    number,
    priceKrw,
    rows: [
      {
        property: `[${subject.kind === '토지' ? '토지' : '건물'}] ${subject.lotAddress}`,
        rank: row.rank ?? '',
        remark: '',
      },
      { property: `[토지] ${subject.lotAddress.replace(/\d+(?:-\d+)?$/u, '999-1')}`, rank: '3', remark: '' },
    ],
  });
}

function replaceHoldings(story: Story, holdings: Holding[]): void {
  story.holdings = holdings;
  const held = new Set(holdings.flatMap(({ rows }) => rows));
  for (const entry of story.book.entries('갑구'))
    if (entry.right === 'OWNERSHIP' && entry.deed !== 'CANCEL') entry.superseded = !held.has(entry.root);
}

/** One of several owners gives the whole part away: to a stranger, or to another of them. */
export function sellShare(story: Story): boolean {
  const { draw } = story;
  const seller = draw.any(story.holdings.filter(({ rows }) => rows.length === 1));
  if (!seller || story.holdings.length < 2 || story.trust) return false;
  const others = story.holdings.filter((holding) => holding !== seller);
  const insider = draw.chance(50) ? draw.any(others) : undefined;
  const buyer: Party =
    insider ??
    person(
      draw,
      story.holdings.map(({ name }) => name),
    );
  const on = receipt(story);
  const row = story.book.add('갑구', {
    right: 'OWNERSHIP',
    deed: 'SET',
    purpose: `${seller.rows[0]?.rank}번${seller.name}지분전부이전`,
    receipt: on,
    cause: cause(story, on.on, draw.pick(['매매', '증여', '상속'])),
    holder: [
      insider && others.length === 1 ? '소유자' : '공유자',
      `지분 ${printShare(seller.share)}`,
      `${buyer.name} ${buyer.number}`,
      buyer.address,
    ],
    holderName: buyer.name,
  });
  const kept = others.filter((holding) => holding !== insider);
  const joined: Holding = insider
    ? { ...insider, share: sum(insider.share, seller.share), rows: [...insider.rows, row] }
    : { ...buyer, share: seller.share, rows: [row], trustee: false };
  replaceHoldings(story, [...kept, joined]);
  return true;
}

/** A sole owner takes somebody in. */
export function sellPart(story: Story): boolean {
  const { draw } = story;
  const [owner] = story.holdings;
  if (!owner || story.holdings.length > 1 || story.trust || owner.rows.length > 1) return false;
  const share = draw.pick<Share>([
    { parts: 1, of: 2 },
    { parts: 1, of: 3 },
    { parts: 3, of: 10 },
  ]);
  const buyer = person(draw, [owner.name]);
  const on = receipt(story);
  const row = story.book.add('갑구', {
    right: 'OWNERSHIP',
    deed: 'SET',
    purpose: '소유권일부이전',
    receipt: on,
    cause: cause(story, on.on, draw.pick(['매매', '증여'])),
    holder: ['공유자', `지분 ${printShare(share)}`, `${buyer.name} ${buyer.number}`, buyer.address],
    holderName: buyer.name,
  });
  replaceHoldings(story, [
    { ...owner, share: { parts: share.of - share.parts, of: share.of } },
    { ...buyer, share, rows: [row], trustee: false },
  ]);
  return true;
}

/** An owner moved house, or got a new name: a sub-entry of the row the owner came by. */
export function renameOwner(story: Story): boolean {
  const { draw } = story;
  const holding = draw.any(story.holdings.filter(({ trustee: held }) => !held));
  const row = holding?.rows[0];
  if (!holding || !row) return false;
  const on = receipt(story);
  const corporate = /^\d{6}-\d{7}$/u.test(holding.number);
  const newName =
    !corporate && draw.chance(25)
      ? person(
          draw,
          story.holdings.map(({ name }) => name),
        ).name
      : null;
  const newAddress = person(draw).address;
  story.book.addUnder(row.root, {
    right: 'OWNERSHIP',
    deed: 'CHANGE',
    purpose: `${row.rank}번등기명의인표시변경`,
    receipt: on,
    cause: cause(story, on.on, newName ? '개명' : draw.pick(['전거', '주소변경', '도로명주소'])),
    holder: [newName ? `${holding.name}의 성명 ${newName}` : `${holding.name}의 주소 ${newAddress}`],
    holderName: newName ?? holding.name,
    about: row,
  });
  if (story.habits.strikesReplaced && !row.cancelled && row.strike === 'NONE')
    strikeLines(row, (text) => (newName ? text.includes(`${holding.name} `) : text === holding.address));
  story.holdings = story.holdings.map((other) =>
    other === holding
      ? { ...other, name: newName ?? other.name, address: newName ? other.address : newAddress }
      : other,
  );
  return true;
}

/** A trust takes two rows: the transfer, and under it the trust itself without a rank of its own. */
export function entrust(story: Story): boolean {
  if (story.trust) return false;
  const { draw } = story;
  const company = trustee(draw);
  const on = receipt(story);
  const settlors = story.holdings;
  const row = story.book.add('갑구', {
    right: 'OWNERSHIP',
    deed: 'SET',
    purpose: settlors.length > 1 ? '공유자전원지분전부이전' : '소유권이전',
    receipt: on,
    cause: cause(story, on.on, '신탁', 3),
    holder: partyLines(draw, '수탁자', company),
    holderName: company.name,
  });
  const rider = story.book.addRider(row, {
    right: 'TRUST',
    deed: 'SET',
    purpose: '신탁',
    receipt: null,
    holder: [draw.chance(85) ? `신탁원부 제${on.on.year}-${draw.integer(100, 9_999)}호` : '신탁원부'],
    inForce: { amountKrw: null, holderName: null },
  });
  replaceHoldings(story, [{ ...company, share: WHOLE, rows: [row], trustee: true }]);
  story.trust = { rider, settlors };
  return true;
}

/** The trust is over: a transfer back, and under it, again without a rank, the end of the trust. */
export function endTrust(story: Story): boolean {
  const { trust, draw } = story;
  if (!trust) return false;
  const [first] = trust.settlors;
  if (!first) return false;
  const trustRank = trust.rider.root.rank;
  const on = receipt(story);
  const buyers = trust.settlors.map(({ name, number, address, share }) => ({ name, number, address, share }));
  const row = story.book.add('갑구', {
    right: 'OWNERSHIP',
    deed: 'SET',
    purpose: '소유권이전',
    receipt: on,
    cause: cause(story, on.on, '신탁재산의귀속', 3),
    holder: ownerLines(story, buyers),
    holderName: buyers.map(({ name }) => name).join(', '),
  });
  story.book.addRider(row, {
    right: 'TRUST',
    deed: 'CANCEL',
    purpose: draw.chance(70) ? `${trustRank}번신탁등기말소` : `${trustRank}번 신탁등기말소`,
    receipt: null,
    cause: ['신탁재산의귀속'],
  });
  story.book.end(trust.rider, true);
  story.trust = null;
  replaceHoldings(
    story,
    buyers.map((buyer) => ({ ...buyer, rows: [row], trustee: false })),
  );
  return true;
}

function sum(one: Share, two: Share): Share {
  const of = one.of * two.of;
  const parts = one.parts * two.of + two.parts * one.of;
  const by = gcd(parts, of);
  return { parts: parts / by, of: of / by };
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
