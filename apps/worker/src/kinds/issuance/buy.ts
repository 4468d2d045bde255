import { z } from 'zod';
import type { OnceStep, Reconciled } from '../../steps.ts';
import { TaskFailure } from '../../task-failure.ts';
import type { Address, PortalSession, PropertyRecord } from './portal.ts';

/** Which certificate is wanted, and the order that brings it. Written down before anything is paid. */
export const Chosen = z.object({ uniqueNumber: z.string(), orderNo: z.string() });
export type Chosen = z.infer<typeof Chosen>;

/** The order that was paid: ours, or one that somebody paid for the same certificate before. */
export const Paid = z.object({ orderNo: z.string() });
export type Paid = z.infer<typeof Paid>;

/** What buying needs: the portal, what is bought, and our own books. */
export interface Buyer {
  readonly portal: PortalSession;
  readonly address: Address;
  /** Of these orders, those that only failed tasks of ours have paid. */
  readonly leftBehind: (orderNos: readonly string[]) => Promise<readonly string[]>;
}

/** The portal may refuse because of a certificate that another task of ours views in the next moment. */
const REFUSALS_MAX = 2;

/**
 * Finds the order to pay. A certificate of this record that was bought and brought nobody anything is used first: left
 * there by a task that timed out, was cancelled or crashed after its payment.
 */
export async function choose(buyer: Buyer, uniqueNumber: string): Promise<Chosen> {
  const record = { uniqueNumber };
  const orderNo = await unlessPaidElsewhere(buyer, record, async () => {
    const order = await buyer.portal.placeOrder(buyer.address, record);
    return order.outcome === 'placed' ? order.orderNo : null;
  });
  return { uniqueNumber, orderNo };
}

/**
 * Pays the chosen order, once. The order number is on record before the click, every attempt pays that order, and the
 * portal takes an order's money once: so neither a crash nor a frozen worker that wakes up late can pay twice.
 */
export function payment(buyer: Buyer, chosen: Chosen): OnceStep<Paid> {
  const { portal } = buyer;
  const current = (noted: Record<string, unknown>) => orderOf(noted, chosen.orderNo);
  return {
    idempotencyKey: chosen.orderNo,
    noted: { orderNo: chosen.orderNo },
    async run({ noted, keep }) {
      let orderNo = current(noted);
      let outcome = await portal.pay(orderNo);
      if (outcome === 'MISSING') {
        // The cart was emptied with an earlier session; what is gone was never paid.
        orderNo = (await choose(buyer, chosen.uniqueNumber)).orderNo;
        await keep({ orderNo });
        outcome = await portal.pay(orderNo);
      }
      if (outcome === 'PAID') return { orderNo };
      if (outcome === 'MISSING') {
        throw new TaskFailure('AUTOMATION_FAILED', {
          cause: new Error('a new order vanished'),
          hadNoEffect: true,
        });
      }
      const payAgain = async () => ((await portal.pay(orderNo)) === 'PAID' ? orderNo : null);
      return { orderNo: await unlessPaidElsewhere(buyer, { uniqueNumber: chosen.uniqueNumber }, payAgain) };
    },
    reconcile: (noted) => lookForPurchase(portal, current(noted)),
  };
}

/** The order a payment step pays: the one its first run chose, or the one it had to place instead. */
export const orderOf = (noted: Record<string, unknown> | null, chosenOrderNo: string): string =>
  Paid.safeParse(noted).data?.orderNo ?? chosenOrderNo;

/** What the portal says about an order that may or may not have been paid. */
export async function lookForPurchase(portal: PortalSession, orderNo: string): Promise<Reconciled<Paid>> {
  const isPaid = (await portal.look(orderNo)) === 'PAID';
  return isPaid ? { happened: true, output: { orderNo } } : { happened: false };
}

/** What is paid for already if there is something, else what `ask` answers; `null` from it is the portal's refusal to be paid twice. */
async function unlessPaidElsewhere(
  buyer: Buyer,
  record: PropertyRecord,
  ask: () => Promise<string | null>,
): Promise<string> {
  for (let refusals = 0; refusals < REFUSALS_MAX; refusals += 1) {
    const orderNo = (await findPaidFor(buyer, record)) ?? (await ask());
    if (orderNo !== null) return orderNo;
  }
  throw new TaskFailure('DUPLICATE_PAYMENT', { hadNoEffect: true });
}

/**
 * A certificate nobody has viewed is anybody's. One that was viewed can be fetched for a while, and is taken only when
 * the tasks that paid it have failed: what another task has delivered, or a person bought by hand, is left alone.
 */
async function findPaidFor({ portal, leftBehind }: Buyer, record: PropertyRecord): Promise<string | null> {
  const [unused] = await portal.findPaid(record, 'UNUSED');
  if (unused) return unused.orderNo;
  const viewed = await portal.findPaid(record, 'REVIEWABLE');
  if (viewed.length === 0) return null;
  const [left] = await leftBehind(viewed.map((purchase) => purchase.orderNo));
  return left ?? null;
}
