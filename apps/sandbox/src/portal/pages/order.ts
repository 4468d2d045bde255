import { type Html, html } from '../../html.ts';
import type { Order } from '../orders.ts';
import { PORTAL_PATH } from '../portal.ts';
import { frame, messagePage, shortTime, won } from './frame.ts';

/** Words for what an order is about. */
export const orderWords = (order: Order) =>
  `${order.usage === 'VIEW' ? '열람' : '발급'} · ${order.variant === 'WITH_CANCELLED' ? '말소사항 포함' : '현재 유효사항'}`;

export function cartPage(options: {
  orders: readonly Order[];
  total: number;
  added: Order | null;
  balanceKrw: number;
}): Html {
  const { orders, total, added, balanceKrw } = options;
  return frame(
    { title: '결제대상목록', loggedIn: true, stage: 3, path: ['열람·발급', '결제대상목록'] },
    html`<h1>결제대상목록</h1>
${
  added &&
  html`<p class="notice-box" role="status">결제대상에 담았습니다. 주문번호 <b id="added-order-no">${added.orderNo}</b>
<a class="button small primary" href="${PORTAL_PATH}/orders/${added.orderNo}">바로 결제</a></p>`
}
<p class="count">결제를 기다리는 신청 <b>${total}</b>건 · 선불전자지급수단 잔액 <b id="balance">${won(balanceKrw)}</b></p>
${orders.length === 0 ? html`<p id="cart-empty" class="empty">결제할 신청이 없습니다.</p>` : cartTable(orders)}
${total > orders.length && html`<p class="hint">최근 ${orders.length}건만 표시합니다.</p>`}`,
  );
}

function cartTable(orders: readonly Order[]): Html {
  return html`<div class="scroll"><table id="cart-list" class="list stackable">
<caption class="hidden">결제대상목록</caption>
<thead><tr><th scope="col">주문번호</th><th scope="col">부동산</th><th scope="col">신청사항</th><th scope="col">수수료</th><th scope="col">처리</th></tr></thead>
<tbody>${orders.map(
    (
      order,
    ) => html`<tr class="cart-row" data-order-no="${order.orderNo}" data-unique-number="${order.record.uniqueNumber}">
<td data-label="주문번호" class="number">${order.orderNo}</td>
<td data-label="부동산"><span class="cell-address">[${order.record.kind}] ${order.record.address}</span><span class="unique">고유번호 ${order.record.uniqueNumber}</span></td>
<td data-label="신청사항">${orderWords(order)}</td>
<td data-label="수수료" class="number">${won(order.feeKrw)}</td>
<td data-label="처리" class="row-actions"><a class="pay-order button small primary" href="${PORTAL_PATH}/orders/${order.orderNo}">결제</a>
<form method="post" action="${PORTAL_PATH}/orders/${order.orderNo}/remove"><button class="remove-order button small">삭제</button></form></td>
</tr>`,
  )}</tbody></table></div>`;
}

export function orderPage(
  order: Order,
  options: { balanceKrw: number; justPaid: boolean; error?: string },
): Html {
  const paid = order.paidAt !== null;
  return frame(
    { title: paid ? '결제완료' : '결제', loggedIn: true, stage: 4, path: ['열람·발급', '결제'] },
    html`<h1>${paid ? '결제 내역' : '결제하기'}</h1>
${
  options.justPaid && paid
    ? html`<p id="pay-done" class="notice-box done" role="status">결제가 완료되었습니다. 신청결과에서 열람해 주십시오.</p>`
    : null
}
${options.error && html`<p id="form-error" class="alert" role="alert">${options.error}</p>`}
<div class="card">
<dl class="record">
<div><dt>주문번호</dt><dd id="order-no">${order.orderNo}</dd></div>
<div><dt>상태</dt><dd><span id="order-state" class="badge${paid ? '' : ' wait'}" data-state="${paid ? 'PAID' : 'UNPAID'}">${paid ? '결제완료' : '결제대기'}</span></dd></div>
<div><dt>부동산</dt><dd>[${order.record.kind}] ${order.record.address}</dd></div>
<div><dt>고유번호</dt><dd id="order-unique-number">${order.record.uniqueNumber}</dd></div>
<div><dt>신청사항</dt><dd>등기사항전부증명서 · ${orderWords(order)}</dd></div>
<div><dt>결제금액</dt><dd><b class="amount">${won(order.feeKrw)}</b></dd></div>
${order.paidAt !== null && html`<div><dt>결제일시</dt><dd>${shortTime(order.paidAt)}</dd></div>`}
</dl>
${paid ? paidActions(order) : payForm(order, options.balanceKrw)}
</div>`,
  );
}

function payForm(order: Order, balanceKrw: number): Html {
  return html`<form id="pay-form" method="post" action="${PORTAL_PATH}/orders/${order.orderNo}/pay">
<fieldset><legend>결제수단</legend>
<label><input type="radio" name="method" value="PREPAID" checked> 선불전자지급수단 <small>(잔액 ${won(balanceKrw)})</small></label>
<label class="disabled"><input type="radio" name="method" value="CARD" disabled> 신용카드 <small>(점검 중)</small></label>
</fieldset>
<p class="agree"><label><input type="checkbox" id="agree-payment" name="agree" value="yes" required> 결제 내용을 확인하였으며 결제에 동의합니다.</label></p>
<div class="actions"><a class="button" href="${PORTAL_PATH}/cart">목록으로</a><button id="pay-button" class="button primary">결제하기</button></div>
</form>`;
}

function paidActions(order: Order): Html {
  return html`<div class="actions"><a id="go-purchases" class="button" href="${PORTAL_PATH}/purchases?state=unused">신청결과 확인</a>
<a id="view-certificate" class="button primary" href="${PORTAL_PATH}/purchases/${order.orderNo}/view">열람</a></div>`;
}

export const orderMissingPage = () =>
  messagePage(
    { title: '주문 없음', loggedIn: true, stage: 4, path: ['열람·발급', '결제'] },
    {
      id: 'order-missing',
      title: '주문을 찾을 수 없습니다',
      text: '주문번호를 다시 확인해 주십시오. 오래된 미결제 주문은 삭제될 수 있습니다.',
    },
  );

export const balanceShortPage = (order: Order) =>
  messagePage(
    { title: '잔액 부족', loggedIn: true, stage: 4, path: ['열람·발급', '결제'] },
    {
      id: 'balance-short',
      title: '잔액이 부족합니다',
      text: `결제금액 ${won(order.feeKrw)}보다 선불전자지급수단의 잔액이 적습니다. 결제된 금액은 없습니다.`,
    },
  );
