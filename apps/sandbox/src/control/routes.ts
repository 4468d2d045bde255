import express, { Router } from 'express';
import { z } from 'zod';
import { type Faults, SetFault } from '../faults.ts';
import type { Job, JobBook } from '../generation/jobs.ts';
import { type Ledger, resetLedger } from '../ledger/routes.ts';
import type { Order, OrderBook } from '../portal/orders.ts';
import { type Portal, resetPortal } from '../portal/portal.ts';
import type { Effects } from '../steps/effects.ts';
import { picture } from './picture.ts';

const toIso = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

/** How a purchase looks from outside the portal: by the address as it was typed, so that a test finds its own. */
function purchaseView(orders: OrderBook, order: Order) {
  return {
    orderNo: order.orderNo,
    address: order.record.searchText,
    docType: 'REGISTRY' as const,
    times: order.times,
    uniqueNumber: order.record.uniqueNumber,
    record: `[${order.record.kind}] ${order.record.address}`,
    usage: order.usage,
    variant: order.variant,
    state: orders.stateOf(order),
    payRequests: order.payRequests,
    paidAt: toIso(order.paidAt),
    firstViewedAt: toIso(order.firstViewedAt),
  };
}

/** A video that was handed in, by our key. */
const submitView = ({ idempotencyKey, taskId, times, prompt, queries }: Job) => ({
  idempotencyKey,
  taskId,
  times,
  prompt,
  queries,
});

interface World {
  readonly portal: Portal;
  readonly ledger: Ledger;
  readonly jobs: JobBook;
  readonly effects: Effects;
  readonly faults: Faults;
}

/** The strings behind the stage: what happened, a fresh start, and faults on demand. Mounted at `/__sandbox`. */
export function controlRoutes({ portal, ledger, jobs, effects, faults }: World): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.use(express.json({ limit: '4kb' }));

  router.get('/health', (_request, response) => {
    response.json({ ok: true });
  });

  router.get('/state', (_request, response) => {
    response.json({
      purchases: portal.orders
        .purchases()
        .map((order) => purchaseView(portal.orders, order))
        .reverse(),
      submits: jobs.all().map(submitView).reverse(),
      applications: effects.applied(),
      applying: effects.applyingCount(),
      logins: portal.logins,
      ledgerCalls: Object.fromEntries(ledger.calls),
      unpaidOrders: portal.orders.cart().length,
      balanceKrw: portal.orders.balanceKrw,
      faults: faults.all(),
    });
  });

  router.post('/reset', (_request, response) => {
    resetPortal(portal);
    effects.clear();
    resetLedger(ledger);
    jobs.clear();
    faults.clear();
    response.json({ ok: true });
  });

  router.post('/fault', (request, response) => {
    const fault = SetFault.safeParse(request.body);
    if (!fault.success) {
      response.status(400).json({ error: 'INVALID_INPUT', message: z.prettifyError(fault.error) });
      return;
    }
    faults.set(fault.data);
    response.json({ ok: true, faults: faults.all() });
  });

  router.get('/image.png', async (_request, response) => {
    response.type('png').send(await picture());
  });

  router.use((_request, response) => {
    response.status(404).json({ error: 'NOT_FOUND' });
  });
  return router;
}
