import { z } from 'zod';
import type { OnceStep } from '../../steps.ts';
import { TaskFailure } from '../../task-failure.ts';
import type { Address, PortalSession } from './portal.ts';

/** Which certificate is wanted, and the order that brings it. Written down before anything is paid. */
export const Chosen = z.object({ uniqueNumber: z.string(), orderNo: z.string() });
export type Chosen = z.infer<typeof Chosen>;

/** The order that was paid: ours, or one that somebody paid for the same certificate before. */
export const Paid = z.object({ orderNo: z.string() });
export type Paid = z.infer<typeof Paid>;

/**
 * Finds the order to pay. A certificate of this record that was bought and never viewed is used first, whoever left it
 * there: a task that timed out, was cancelled or crashed after its payment.
 */
export async function choose(portal: PortalSession, address: Address, uniqueNumber: string): Promise<Chosen> {
  const record = { uniqueNumber };
  const unused = await portal.findUnused(record);
  if (unused) return { uniqueNumber, orderNo: unused.orderNo };
  const order = await portal.placeOrder(address, record);
  if (order.outcome === 'placed') return { uniqueNumber, orderNo: order.orderNo };
  // Paid between our look and the cart, by another task of ours; or elsewhere, where we cannot get at it.
  return { uniqueNumber, orderNo: await paidElsewhere(portal, uniqueNumber) };
}

/**
 * Pays the chosen order, once. The order number is on record before the click, every attempt pays that order, and the
 * portal takes an order's money once: so neither a crash nor a frozen worker that wakes up late can pay twice.
 */
export function payment(portal: PortalSession, address: Address, chosen: Chosen): OnceStep<Paid> {
  const current = (noted: Record<string, unknown>) => Paid.safeParse(noted).data?.orderNo ?? chosen.orderNo;
  return {
    idempotencyKey: chosen.orderNo,
    async run({ noted, keep }) {
      let orderNo = current(noted);
      let outcome = await portal.pay(orderNo);
      if (outcome === 'MISSING') {
        // The cart was emptied with an earlier session; what is gone was never paid.
        orderNo = (await choose(portal, address, chosen.uniqueNumber)).orderNo;
        await keep({ orderNo });
        outcome = await portal.pay(orderNo);
      }
      if (outcome === 'PAID') return { orderNo };
      if (outcome === 'DUPLICATE') return { orderNo: await paidElsewhere(portal, chosen.uniqueNumber) };
      throw new TaskFailure('AUTOMATION_FAILED', {
        cause: new Error('a new order vanished'),
        hadNoEffect: true,
      });
    },
    async reconcile(noted) {
      const orderNo = current(noted);
      return (await portal.look(orderNo)) === 'PAID'
        ? { happened: true, output: { orderNo } }
        : { happened: false };
    },
  };
}

async function paidElsewhere(portal: PortalSession, uniqueNumber: string): Promise<string> {
  const unused = await portal.findUnused({ uniqueNumber });
  if (unused) return unused.orderNo;
  throw new TaskFailure('DUPLICATE_PAYMENT', { hadNoEffect: true });
}
