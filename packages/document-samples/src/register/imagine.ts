import { type Draw, drawFrom } from '../random.ts';
import { Book, type Writing } from './book.ts';
import * as claims from './claims.ts';
import { Clock } from './clock.ts';
import * as liens from './liens.ts';
import * as ownership from './ownership.ts';
import { type Day, line, type Register } from './register.ts';
import { cancelInPart, restore, tear } from './reversals.ts';
import { burdens, type Habits, liens as liveLiens, type Story } from './story.ts';
import { type LaterEvent, RISKS, type Risk, type Subject, subjectLine } from './subject.ts';
import { imagineTitle } from './title.ts';

/** Rare turns of a story, on wish. */
export type Turn = 'restored' | 'partial' | 'torn' | 'silent';

export interface Plan {
  /** The last day of the story. */
  readonly until: Day;
  /** Events between the first owner and the present. */
  readonly events: number;
  /** Everything of the past is cancelled before the present begins. */
  readonly settles: boolean;
  readonly turns: ReadonlySet<Turn>;
  readonly habits: Habits;
}

export const imagineHabits = (draw: Draw): Habits => ({
  strikesReplaced: draw.chance(35),
  reentersRestored: draw.chance(50),
  comma: draw.pick([', ', ', ', ',']),
  shortCancellations: draw.chance(10),
  looseAmounts: draw.chance(15),
});

/**
 * Invents a register: a history that depends on the seed alone (with cancelled rows in it), then what
 * the risks ask for, live, at its end. Without risks nothing but the owner is live, if the past was settled. What comes
 * later is added to the very same rows.
 */
export function imagineRegister(subject: Subject, plan?: Partial<Plan>): Register {
  const draw = drawFrom(subject.seed);
  // Before March 2012, when most buildings got their road name address: the title part tells of it.
  const builtOn: Day = {
    year: draw.integer(1996, 2011),
    month: draw.integer(1, 12),
    day: draw.integer(1, 28),
  };
  const full: Plan = {
    until: { year: 2025, month: 12, day: 28 },
    events: draw.integer(2, 7),
    settles: true,
    turns: new Set(),
    habits: imagineHabits(draw),
    ...plan,
  };
  let story: Story = {
    draw,
    subject,
    book: new Book(),
    clock: new Clock(draw, builtOn, full.until, full.events * 1.5 + subject.risks.size + 3),
    habits: full.habits,
    lists: [],
    holdings: [],
    trust: null,
  };
  const title = imagineTitle(draw, subject, builtOn);
  tellPast(story, full);
  tellPresent(story, full);
  const office = draw.pick([
    '서울둥지지방법원 등기국',
    '둥지지방법원 예시등기소',
    '수원지방법원 둥지지원 가상등기소',
  ]);
  // Drawn from a seed of its own, so that nothing before depends on what comes after.
  story = { ...story, draw: drawFrom(`later:${subject.seed}`) };
  for (const event of subject.later ?? []) LATER[event](story);
  return {
    kind: subject.kind,
    uniqueNumber: subject.uniqueNumber,
    address: subjectLine(subject),
    floor: subject.floor,
    unit: subject.unit,
    title,
    ownership: story.book.entries('갑구'),
    rights: story.book.entries('을구'),
    lists: story.lists,
    owners: story.holdings.map(({ rows, ...owner }) => ({
      ...owner,
      ranks: rows.map(({ rank }) => rank ?? ''),
    })),
    office,
  };
}

type Event = (story: Story) => unknown;

const onLien =
  (event: (story: Story, lien: Writing) => unknown): Event =>
  (story) => {
    const lien = story.draw.any(liveLiens(story));
    if (lien) event(story, lien);
  };

/** What happens in the life of a property, and how often. */
const EVENTS: readonly (readonly [number, Event])[] = [
  [22, (story) => liens.mortgage(story)],
  [3, (story) => liens.mortgage(story, 'plain')],
  [3, (story) => liens.mortgage(story, 'share')],
  [8, onLien(liens.changeLien)],
  [6, onLien(liens.moveLien)],
  [5, onLien(liens.pledgeLien)],
  [3, endPledge],
  [16, (story) => payOff(story, 1)],
  [6, (story) => payOff(story, 3)],
  [5, (story) => liens.jeonse(story)],
  [3, (story) => liens.leaseOrder(story)],
  [2, (story) => liens.superficies(story)],
  [7, (story) => claims.seizeProvisionally(story, story.draw.chance(30))],
  [10, (story) => claims.seize(story, story.draw.chance(25))],
  [3, claims.enjoin],
  [5, (story) => claims.auction(story, story.draw.chance(40))],
  [3, (story) => claims.claimOwnership(story)],
  [12, (story) => lift(story)],
  [14, (story) => changeHands(story)],
  [6, ownership.sellShare],
  [4, ownership.sellPart],
  [7, ownership.renameOwner],
  [4, ownership.entrust],
  [6, ownership.endTrust],
  [3, claims.notice],
  [2, claims.repurchase],
];
const WEIGHTS = EVENTS.reduce((sum, [weight]) => sum + weight, 0);

function tellPast(story: Story, plan: Plan): void {
  const { draw } = story;
  ownership.preserve(story);
  if (draw.chance(30)) formerRank(story.book.entries('갑구')[0]);
  for (let count = 0; count < plan.events; count += 1) {
    let at = draw.integer(1, WEIGHTS);
    for (const [weight, event] of EVENTS) {
      at -= weight;
      if (at > 0) continue;
      event(story);
      break;
    }
  }
  if (plan.turns.has('silent')) {
    const entry = draw.any(burdens(story));
    if (entry) claims.strikeSilently(story, entry);
  }
  if (plan.settles) settle(story);
}

/** The record of older entries was moved to the computer, under a new rank. */
function formerRank(entry: Writing | undefined): void {
  if (!entry) return;
  entry.formerRank = '1';
  entry.holder.push(
    line('부동산등기법 제177조의 6 제1항의 규정에 의하여'),
    line('1999년 09월 07일 전산이기'),
  );
}

function payOff(story: Story, most: number): void {
  const live = liveLiens(story);
  claims.cancel(story, live.slice(0, story.draw.integer(1, most)));
}

/** A sub-entry ends by itself; its lien lives on. */
function endPledge(story: Story): void {
  const pledges = story.book.all.filter((entry) => entry.deed === 'PLEDGE' && !entry.cancelled);
  claims.cancel(story, pledges.slice(0, 1));
}

function lift(story: Story): void {
  const live = burdens(story).filter((entry) => entry.section === '갑구');
  claims.cancel(story, live.slice(0, story.draw.integer(1, 3)));
}

/** A sale; or one by the court, which clears what stands in both sections. */
function changeHands(story: Story, names: readonly string[] = []): void {
  if (story.trust) ownership.endTrust(story);
  const auctioned = burdens(story).some((entry) => entry.right === 'AUCTION');
  endNotices(story);
  ownership.sell(story, names, auctioned ? '임의경매로 인한 매각' : undefined);
  if (auctioned) settle(story, '임의경매로 인한 매각');
}

/** What hangs on an owner's row goes with the owner. */
function endNotices(story: Story): void {
  claims.cancel(
    story,
    burdens(story).filter((entry) => entry.right === 'OTHER'),
  );
}

/** Cancels everything that lives, several ranks in a row where they end together. */
function settle(story: Story, ground?: string): void {
  for (const section of ['갑구', '을구'] as const) {
    const live = burdens(story).filter((entry) => entry.section === section);
    const together = story.draw.chance(60) ? live.length : 1;
    for (let index = 0; index < live.length; index += together)
      claims.cancel(story, live.slice(index, index + together), ground);
  }
}

const PRESENT: Readonly<Record<Risk, Event>> = {
  mortgage: (story) => liens.mortgage(story),
  'old-mortgage': (story) => liens.mortgage(story, 'plain'),
  'foreign-mortgage': (story) => liens.mortgage(story, 'foreign'),
  'share-mortgage': (story) => liens.mortgage(story, 'share'),
  jeonse: liens.jeonse,
  superficies: liens.superficies,
  notice: claims.notice,
  provisional: (story) => {
    claims.seizeProvisionally(story);
    claims.claimOwnership(story);
  },
  'secured-claim': (story) => claims.claimOwnership(story, true),
  injunction: claims.enjoin,
  seizure: (story) => claims.seize(story),
  'share-seizure': (story) => claims.seize(story, true),
  auction: (story) => {
    if (!liveLiens(story).some((lien) => lien.purpose === '근저당권설정')) liens.mortgage(story);
    claims.auction(story, false);
  },
  'forced-auction': (story) => claims.auction(story, true),
  'lease-order': (story) => liens.leaseOrder(story),
  'lease-right': (story) => liens.leaseOrder(story, '임차권설정'),
  trust: ownership.entrust,
};

const LATER: Readonly<Record<LaterEvent, Event>> = {
  ...PRESENT,
  sale: (story) => changeHands(story),
  payoff: (story) => claims.cancel(story, liveLiens(story)),
};

function tellPresent(story: Story, plan: Plan): void {
  const { draw, subject } = story;
  if (subject.owners.length > 0 || (plan.settles && draw.chance(60))) changeHands(story, subject.owners);
  const before = new Set(burdens(story));
  // In the order of the list, so that a trust comes after the loans of the one who gave the property away.
  for (const risk of ORDER) if (subject.risks.has(risk)) PRESENT[risk](story);
  const present = liveLiens(story).filter((lien) => !before.has(lien));
  for (const lien of present) {
    if (draw.chance(20)) liens.changeLien(story, lien);
    if (draw.chance(15)) liens.moveLien(story, lien);
    if (draw.chance(12)) liens.pledgeLien(story, lien);
    if (draw.chance(8)) liens.changeLien(story, lien);
  }
  turn(story, plan);
}

const ORDER: readonly Risk[] = [...RISKS.filter((risk) => risk !== 'trust'), 'trust'];

function turn(story: Story, plan: Plan): void {
  const { draw } = story;
  if (plan.turns.has('restored')) {
    const dead = story.book.all.filter(
      (entry) => entry.cancelled && entry.cancelledByEntry && entry.deed === 'SET' && entry.root === entry,
    );
    const entry = draw.any(dead.filter(({ section }) => section === '을구')) ?? draw.any(dead);
    if (entry) restore(story, entry);
  }
  if (plan.turns.has('partial')) {
    const entry = draw.any(burdens(story).filter((one) => one.root === one && !/지분/u.test(one.purpose)));
    if (entry) cancelInPart(story, entry);
  }
  if (plan.turns.has('torn')) {
    const entry = draw.any(liveLiens(story)) ?? draw.any(burdens(story));
    if (entry) tear(story, entry);
  }
}
