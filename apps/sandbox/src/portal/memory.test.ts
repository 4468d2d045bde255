import { describe, expect, it } from 'vitest';
import { Occurrences } from './occurrences.ts';
import { OrderBook } from './orders.ts';
import { findRecords } from './records.ts';
import { Sessions } from './sessions.ts';

const [record] = findRecords('서울특별시 둥지구 둥지로12길 34 101동 302호');
if (!record) throw new Error('no record');
const wish = {
  record,
  usage: 'VIEW',
  variant: 'VALID_ONLY',
  withSummary: false,
  duplicateConfirmed: true,
} as const;

describe('the memory of the portal is bounded', () => {
  it('forgets the least used session first', () => {
    const sessions = new Sessions(() => 0);
    const kept = sessions.open('a');
    const idle = sessions.open('a');
    for (let count = 0; count < 1_998; count += 1) sessions.open('a');
    expect(sessions.touch(kept.id)).toBe(kept);
    sessions.open('a');
    expect(sessions.touch(idle.id)).toBeNull();
    expect(sessions.touch(kept.id)).toBe(kept);
  });

  it('forgets the oldest unpaid and paid orders beyond its limits, and never takes money for a forgotten one', () => {
    const orders = new OrderBook(() => 0);
    const first = orders.add(wish);
    for (let count = 0; count < 5_000; count += 1) orders.add(wish);
    expect(orders.find(first.orderNo)).toBeNull();
    expect(orders.cart()).toHaveLength(5_000);

    const paid = orders.add(wish);
    orders.pay(paid, false);
    for (let count = 0; count < 20_000; count += 1) orders.pay(orders.add(wish), false);
    expect(orders.find(paid.orderNo)).toBeNull();
    expect(orders.purchases()).toHaveLength(20_000);
    expect(orders.balanceKrw).toBe(50_000_000 - 20_001 * 700);
  });

  it('refuses payment when the prepaid balance is used up', () => {
    const orders = new OrderBook(() => 0, 2_500);
    const issue = { ...wish, usage: 'ISSUE' } as const;
    for (let count = 0; count < 2; count += 1) expect(orders.pay(orders.add(issue), false)).toBe('taken');
    const last = orders.add(issue);
    expect(orders.pay(last, false)).toBe('balance-short');
    expect(orders.balanceKrw).toBe(500);
    expect(last.times).toBe(0);
  });

  it('forgets the oldest counted names first', () => {
    const occurrences = new Occurrences();
    expect(occurrences.withinFirst(1, 'first')).toBe(true);
    expect(occurrences.withinFirst(1, 'first')).toBe(false);
    for (let count = 0; count < 10_000; count += 1) occurrences.withinFirst(1, String(count));
    expect(occurrences.withinFirst(1, 'first')).toBe(true);
  });
});
