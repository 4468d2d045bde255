import { type Request, Router } from 'express';
import { z } from 'zod';
import { pause } from '../../clock.ts';
import type { Order } from '../orders.ts';
import { applyPage, closedRecordPage, duplicatePage, searchAgainPage } from '../pages/apply.ts';
import { balanceShortPage, cartPage, orderMissingPage, orderPage } from '../pages/order.ts';
import { PORTAL_PATH, type Portal } from '../portal.ts';
import { readWishes } from '../tokens.ts';
import { sendPage, withSession } from '../visit.ts';
import { UniqueNumber } from './search.ts';

/** Rows of the cart on one page; the account may hold thousands of unpaid orders. */
const CART_ROWS = 50;

const yes = z.literal('yes').optional().catch(undefined);
const CartForm = z.object({
  record: UniqueNumber,
  usage: z.enum(['VIEW', 'ISSUE']),
  variant: z.enum(['WITH_CANCELLED', 'VALID_ONLY']),
  summary: yes,
  confirmDuplicate: yes,
});
const CartQuery = z.object({ added: z.string().max(20).optional().catch(undefined) });
const PayForm = z.object({ agree: z.literal('yes') });

/** From the cart to the payment. */
export function orderRoutes(portal: Portal): Router {
  const router = Router();
  const orderOf = (request: Request) => portal.orders.find(String(request.params.orderNo));

  router.post(
    '/cart',
    withSession(portal, (session, request, response) => {
      const form = CartForm.safeParse(request.body);
      const wanted = z.object({ record: z.string() }).safeParse(request.body);
      const record = wanted.success
        ? session.search.find((found) => found.uniqueNumber === wanted.data.record)
        : undefined;
      if (!record) return sendPage(response, searchAgainPage(), 409);
      if (record.state === '폐쇄') return sendPage(response, closedRecordPage(), 409);
      if (!form.success)
        return sendPage(response, applyPage(record, '용도와 등기기록 유형을 선택해 주십시오.'), 400);
      const { usage, variant, summary, confirmDuplicate } = form.data;
      if (!confirmDuplicate && (paidElsewhere(record) || portal.orders.unusedOf(record.uniqueNumber))) {
        const again = {
          record: record.uniqueNumber,
          usage,
          variant,
          ...(summary && { summary }),
          confirmDuplicate: 'yes',
        };
        return sendPage(response, duplicatePage(record, again), 409);
      }
      const order = portal.orders.add({
        record,
        usage,
        variant,
        withSummary: summary === 'yes',
        duplicateConfirmed: confirmDuplicate === 'yes',
      });
      response.redirect(303, `${PORTAL_PATH}/cart?added=${order.orderNo}`);
    }),
  );

  router.get(
    '/cart',
    withSession(portal, (_session, request, response) => {
      const { added } = CartQuery.parse(request.query);
      const cart = portal.orders.cart();
      const addedOrder = added ? (cart.find((order) => order.orderNo === added) ?? null) : null;
      const { balanceKrw } = portal.orders;
      sendPage(
        response,
        cartPage({ orders: cart.slice(0, CART_ROWS), total: cart.length, added: addedOrder, balanceKrw }),
      );
    }),
  );

  router.post(
    '/orders/:orderNo/remove',
    withSession(portal, (_session, request, response) => {
      portal.orders.remove(String(request.params.orderNo));
      response.redirect(303, `${PORTAL_PATH}/cart`);
    }),
  );

  router.get(
    '/orders/:orderNo',
    withSession(portal, (_session, request, response) => {
      const order = orderOf(request);
      if (!order) return sendPage(response, orderMissingPage(), 404);
      const justPaid = request.query.paid === '1';
      sendPage(response, orderPage(order, { balanceKrw: portal.orders.balanceKrw, justPaid }));
    }),
  );

  router.post(
    '/orders/:orderNo/pay',
    withSession(portal, async (_session, request, response) => {
      const order = orderOf(request);
      if (!order) return sendPage(response, orderMissingPage(), 404);
      if (!PayForm.safeParse(request.body).success) {
        const error = '결제 내용을 확인하고 동의해 주십시오.';
        return sendPage(
          response,
          orderPage(order, { balanceKrw: portal.orders.balanceKrw, justPaid: false, error }),
          400,
        );
      }
      const wishes = readWishes(order.record.searchText);
      // Every call until then is dropped: browsers send a request once more by themselves when a line breaks under it.
      if (portal.orders.payLate(order, wishes.duplicatePayment, wishes.payLateMs)) {
        request.socket.destroy();
        return;
      }
      const payment = portal.orders.pay(order, paidElsewhere(order.record));
      if (payment === 'taken' && wishes.payThenCrash) {
        request.socket.destroy();
        return;
      }
      if (!(await pause(response, wishes.paySlowMs))) return;
      if (payment === 'duplicate') return sendPage(response, duplicatePage(order.record, null), 409);
      if (payment === 'balance-short') return sendPage(response, balanceShortPage(order), 402);
      response.redirect(303, `${PORTAL_PATH}/orders/${order.orderNo}?paid=1`);
    }),
  );

  return router;
}

const paidElsewhere = (record: Order['record']) => readWishes(record.searchText).duplicatePayment;
