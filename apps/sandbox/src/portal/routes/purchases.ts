import { randomUUID } from 'node:crypto';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { certificateOfOrder } from '../certificate-shelf.ts';
import type { PurchaseState } from '../orders.ts';
import {
  type PurchaseTab,
  purchaseClosedPage,
  purchaseMissingPage,
  purchasesPage,
  viewerPage,
} from '../pages/purchases.ts';
import type { Portal } from '../portal.ts';
import { readWishes } from '../tokens.ts';
import { sendPage, withSession } from '../visit.ts';

const PAGE_ROWS = 20;

const ListQuery = z.object({
  state: z.enum(['unused', 'review', 'all']).catch('all'),
  q: z.string().trim().max(40).catch(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});

const SHOWN: Readonly<Record<PurchaseTab, readonly PurchaseState[]>> = {
  unused: ['UNUSED'],
  review: ['REVIEWABLE'],
  all: ['UNUSED', 'REVIEWABLE', 'CLOSED'],
};

/** What was bought: the lists, the viewer and the PDF. */
export function purchaseRoutes(portal: Portal): Router {
  const router = Router();
  const { orders, certificates } = portal;
  const purchaseOf = (request: Request) => {
    const order = orders.find(String(request.params.orderNo));
    return order && order.paidAt !== null ? order : null;
  };

  router.get(
    '/purchases',
    withSession(portal, (_session, request, response) => {
      const { state: tab, q, page } = ListQuery.parse(request.query);
      const all = orders
        .purchases()
        .map((order) => ({ order, state: orders.stateOf(order) }))
        .filter(
          ({ order, state }) =>
            SHOWN[tab].includes(state) && (!q || order.orderNo === q || order.record.uniqueNumber === q),
        );
      const from = (page - 1) * PAGE_ROWS;
      const rows = all.slice(from, from + PAGE_ROWS);
      sendPage(
        response,
        purchasesPage({ tab, q, page, rows, total: all.length, hasNext: from + PAGE_ROWS < all.length }),
      );
    }),
  );

  router.get(
    '/purchases/:orderNo/view',
    withSession(portal, (_session, request, response) => {
      const order = purchaseOf(request);
      if (!order) return sendPage(response, purchaseMissingPage(), 404);
      if (!orders.view(order)) return sendPage(response, purchaseClosedPage(), 410);
      sendPage(response, viewerPage(order, certificateOfOrder(order)));
      // Most visitors save what they view: begin after the page is out. A failure shows again at the download.
      if (readWishes(order.record.searchText).scan)
        setImmediate(() => certificates.print(order).catch(() => undefined));
    }),
  );

  router.get(
    '/purchases/:orderNo/certificate',
    withSession(portal, async (_session, request, response) => {
      const order = purchaseOf(request);
      if (!order) return sendPage(response, purchaseMissingPage(), 404);
      if (!orders.view(order)) return sendPage(response, purchaseClosedPage(), 410);
      const bytes = readWishes(order.record.searchText).emptyPdf
        ? Buffer.alloc(0)
        : await certificates.print(order);
      // As the real site does it: neither the name nor the type says that it is a PDF.
      response.attachment(randomUUID()).type('application/octet-stream').send(bytes);
    }),
  );

  return router;
}
