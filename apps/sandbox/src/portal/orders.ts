import { randomInt } from 'node:crypto';
import type { Usage, Variant } from '@dungji/document-samples';
import type { Clock } from '../clock.ts';
import type { RegistryRecord } from './records.ts';

export const FEE_KRW: Readonly<Record<Usage, number>> = { VIEW: 700, ISSUE: 1_000 };
/** Enough for some 70,000 viewings before a reset. */
const STARTING_BALANCE_KRW = 50_000_000;
/** A certificate can be viewed again for an hour after its first viewing. */
export const REVIEW_MS = 60 * 60 * 1000;
/** Unpaid and paid orders kept; beyond these the oldest are forgotten, so that memory stays bounded. */
const UNPAID_MAX = 5_000;
const PAID_MAX = 20_000;

export interface Order {
  readonly orderNo: string;
  readonly record: RegistryRecord;
  readonly usage: Usage;
  readonly variant: Variant;
  readonly withSummary: boolean;
  readonly feeKrw: number;
  readonly orderedAt: number;
  /** The visitor was shown that this record is paid for already, and went on. */
  readonly duplicateConfirmed: boolean;
  paidAt: number | null;
  /** How often money was taken for it: 0 or 1, and that is the point. */
  times: number;
  /** How often payment was asked for. */
  payRequests: number;
  firstViewedAt: number | null;
  /** When it was first viewed, another certificate of its record had been viewed already. */
  isRenewal: boolean;
}

export type PurchaseState = 'UNUSED' | 'REVIEWABLE' | 'CLOSED';

export type Payment = 'taken' | 'already-paid' | 'duplicate' | 'balance-short';

type OrderWish = Pick<Order, 'record' | 'usage' | 'variant' | 'withSummary' | 'duplicateConfirmed'>;

/** The account's orders and its prepaid money. Every change is one synchronous step, so parallel payments cannot interleave. */
export class OrderBook {
  readonly #unpaid = new Map<string, Order>();
  readonly #paid = new Map<string, Order>();
  readonly #booking = new WeakSet<Order>();
  #balanceKrw: number;

  constructor(
    private readonly now: Clock,
    private readonly startingBalanceKrw = STARTING_BALANCE_KRW,
  ) {
    this.#balanceKrw = startingBalanceKrw;
  }

  get balanceKrw(): number {
    return this.#balanceKrw;
  }

  /** Puts a record into the cart. The order number exists from here on, before any money moves. */
  add(wish: OrderWish): Order {
    const order: Order = {
      ...wish,
      orderNo: this.#newOrderNo(),
      feeKrw: FEE_KRW[wish.usage],
      orderedAt: this.now(),
      paidAt: null,
      times: 0,
      payRequests: 0,
      firstViewedAt: null,
      isRenewal: false,
    };
    this.#unpaid.set(order.orderNo, order);
    dropOldest(this.#unpaid, UNPAID_MAX);
    return order;
  }

  find(orderNo: string): Order | null {
    return this.#paid.get(orderNo) ?? this.#unpaid.get(orderNo) ?? null;
  }

  /** Takes an order out of the cart. Paid orders stay. */
  remove(orderNo: string): boolean {
    return this.#unpaid.delete(orderNo);
  }

  /** Takes the money of an order, once for ever. `paidElsewhere`: the record counts as paid in another place. */
  pay(order: Order, paidElsewhere: boolean): Payment {
    order.payRequests += 1;
    if (order.paidAt !== null) return 'already-paid';
    if (paidElsewhere) return 'duplicate';
    if (!order.duplicateConfirmed && this.unusedOf(order.record.uniqueNumber)) return 'duplicate';
    if (this.#balanceKrw < order.feeKrw) return 'balance-short';
    this.#balanceKrw -= order.feeKrw;
    order.paidAt = this.now();
    order.times += 1;
    this.#unpaid.delete(order.orderNo);
    this.#paid.set(order.orderNo, order);
    dropOldest(this.#paid, PAID_MAX);
    return 'taken';
  }

  /** Accepts a payment whose money is taken `ms` later, once for all calls until then. False: it has been taken. */
  payLate(order: Order, paidElsewhere: boolean, ms: number): boolean {
    if (ms === 0 || order.paidAt !== null) return false;
    if (this.#booking.has(order)) return true;
    this.#booking.add(order);
    setTimeout(() => {
      this.#booking.delete(order);
      // It may have been removed, or forgotten by a reset.
      if (this.#unpaid.get(order.orderNo) === order) this.pay(order, paidElsewhere);
    }, ms).unref();
    return true;
  }

  /** A paid and never viewed order of this record. */
  unusedOf(uniqueNumber: string): Order | null {
    for (const order of this.#paid.values()) {
      if (order.firstViewedAt === null && order.record.uniqueNumber === uniqueNumber) return order;
    }
    return null;
  }

  stateOf(order: Order): PurchaseState {
    if (order.firstViewedAt === null) return 'UNUSED';
    return this.now() - order.firstViewedAt < REVIEW_MS ? 'REVIEWABLE' : 'CLOSED';
  }

  /** Notes the first viewing; later ones leave its time as it is. False: the time to view has passed, or it is not paid. */
  view(order: Order): order is Order & { firstViewedAt: number } {
    if (order.paidAt === null) return false;
    if (order.firstViewedAt === null) {
      order.isRenewal = this.#isViewed(order.record.uniqueNumber);
      order.firstViewedAt = this.now();
    }
    return this.stateOf(order) === 'REVIEWABLE';
  }

  #isViewed(uniqueNumber: string): boolean {
    for (const order of this.#paid.values())
      if (order.firstViewedAt !== null && order.record.uniqueNumber === uniqueNumber) return true;
    return false;
  }

  /** Unpaid orders, newest first. */
  cart(): readonly Order[] {
    return [...this.#unpaid.values()].reverse();
  }

  /** Paid orders, newest first. */
  purchases(): readonly Order[] {
    return [...this.#paid.values()].reverse();
  }

  clear(): void {
    this.#unpaid.clear();
    this.#paid.clear();
    this.#balanceKrw = this.startingBalanceKrw;
  }

  /** Random, so that an order of an earlier life of the sandbox never names one of this life. */
  #newOrderNo(): string {
    const day = new Date(this.now()).toISOString().slice(0, 10).replaceAll('-', '');
    for (;;) {
      const orderNo = `${day}-${String(randomInt(100_000_000)).padStart(8, '0')}`;
      if (!this.find(orderNo)) return orderNo;
    }
  }
}

function dropOldest(orders: Map<string, Order>, max: number): void {
  if (orders.size <= max) return;
  const [oldest] = orders.keys();
  if (oldest !== undefined) orders.delete(oldest);
}
