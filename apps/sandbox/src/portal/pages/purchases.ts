import type { Certificate, Table } from '@dungji/document-samples';
import { type Html, html } from '../../html.ts';
import type { Order, PurchaseState } from '../orders.ts';
import { PORTAL_PATH } from '../portal.ts';
import { recordBox } from './apply.ts';
import { frame, messagePage, shortTime, won } from './frame.ts';
import { orderWords } from './order.ts';

export type PurchaseTab = 'unused' | 'review' | 'all';

const TABS: Readonly<Record<PurchaseTab, string>> = {
  unused: '미열람·미발급',
  review: '재열람',
  all: '전체 구매내역',
};
const STATE_WORDS: Readonly<Record<PurchaseState, string>> = {
  UNUSED: '미열람',
  REVIEWABLE: '재열람 가능',
  CLOSED: '열람완료',
};

interface PurchaseList {
  readonly tab: PurchaseTab;
  readonly q: string;
  readonly page: number;
  readonly total: number;
  readonly hasNext: boolean;
  readonly rows: readonly { readonly order: Order; readonly state: PurchaseState }[];
}

export function purchasesPage(list: PurchaseList): Html {
  const link = (tab: PurchaseTab, page: number) =>
    `${PORTAL_PATH}/purchases?${new URLSearchParams({ state: tab, q: list.q, page: String(page) })}`;
  return frame(
    { title: '신청결과', loggedIn: true, stage: 5, path: ['열람·발급', '신청결과', TABS[list.tab]] },
    html`<h1>신청결과 확인</h1>
<ul class="tabs">${Object.entries(TABS).map(
      ([tab, name]) =>
        html`<li><a href="${PORTAL_PATH}/purchases?state=${tab}"${tab === list.tab ? html` class="on" aria-current="page"` : ''}>${name}</a></li>`,
    )}</ul>
<form id="purchase-filter" class="filter" method="get" action="${PORTAL_PATH}/purchases">
<input type="hidden" name="state" value="${list.tab}">
<label for="purchase-q">고유번호 또는 주문번호</label><input id="purchase-q" name="q" type="text" maxlength="40" value="${list.q}">
<button class="button small">조회</button>
</form>
<p class="count">총 <b>${list.total}</b>건</p>
${list.rows.length === 0 ? html`<p id="no-purchase" class="empty">해당하는 구매내역이 없습니다.</p>` : table(list.rows)}
<div class="pager">${list.page > 1 && html`<a id="previous-page" class="button small" href="${link(list.tab, list.page - 1)}">이전</a>`}<span>${list.page}</span>${
      list.hasNext &&
      html`<a id="next-page" class="button small" href="${link(list.tab, list.page + 1)}">다음</a>`
    }</div>
<ul class="hints"><li>미열람·미발급 증명서는 결제한 날부터 3개월이 지나면 삭제됩니다.</li><li>처음 열람한 뒤 1시간 동안 다시 열람할 수 있습니다.</li></ul>`,
  );
}

function table(rows: PurchaseList['rows']): Html {
  return html`<div class="scroll"><table id="purchase-list" class="list stackable">
<caption class="hidden">구매한 증명서</caption>
<thead><tr><th scope="col">주문번호</th><th scope="col">부동산</th><th scope="col">신청사항</th><th scope="col">수수료</th><th scope="col">결제일시</th><th scope="col">상태</th><th scope="col">열람</th></tr></thead>
<tbody>${rows.map(
    ({
      order,
      state,
    }) => html`<tr class="purchase-row" data-order-no="${order.orderNo}" data-unique-number="${order.record.uniqueNumber}"
 data-doc-type="REGISTRY" data-variant="${order.variant}" data-usage="${order.usage}" data-state="${state}">
<td data-label="주문번호" class="number">${order.orderNo}</td>
<td data-label="부동산"><span class="cell-address">[${order.record.kind}] ${order.record.address}</span><span class="unique">고유번호 ${order.record.uniqueNumber}</span></td>
<td data-label="신청사항">${orderWords(order)}</td>
<td data-label="수수료" class="number">${won(order.feeKrw)}</td>
<td data-label="결제일시" class="number">${order.paidAt !== null && shortTime(order.paidAt)}</td>
<td data-label="상태"><span class="badge${state === 'UNUSED' ? ' wait' : state === 'CLOSED' ? ' off' : ''}">${STATE_WORDS[state]}</span></td>
<td data-label="열람">${state !== 'CLOSED' && html`<a class="view-purchase button small primary" href="${PORTAL_PATH}/purchases/${order.orderNo}/view">${state === 'UNUSED' ? '열람' : '재열람'}</a>`}</td>
</tr>`,
  )}</tbody></table></div>`;
}

export function viewerPage(order: Order, certificate: Certificate): Html {
  return frame(
    { title: '등기사항증명서 열람', loggedIn: true, stage: 5, path: ['열람·발급', '열람'] },
    html`<h1>등기사항증명서 열람</h1>
${recordBox(order.record)}
<div class="actions start"><a id="download-pdf" class="button primary" href="${PORTAL_PATH}/purchases/${order.orderNo}/certificate" download>PDF 저장</a>
<a class="button" href="${PORTAL_PATH}/purchases?state=all">구매내역</a></div>
<p class="hint">주문번호 ${order.orderNo} · 처음 열람한 뒤 1시간 동안 다시 열람하고 저장할 수 있습니다.</p>
<article id="viewer" class="paper" aria-label="증명서 미리보기">
${certificate.watermark && html`<span class="watermark" aria-hidden="true">${certificate.watermark}</span>`}
<h2>${certificate.title}</h2>
${certificate.kindLine && html`<p class="kind">${certificate.kindLine}</p>`}
<p class="uid">고유번호 ${certificate.uniqueNumber}</p>
<p class="subject">${certificate.subject}</p>
${certificate.tables.map(paperTable)}
<p class="blank">-- 이 하 여 백 --</p>
<p class="foot">${certificate.footer.join(' ')}</p>
</article>`,
  );
}

function paperTable(table: Table): Html {
  return html`<h3>${table.heading} <small>${table.caption}</small></h3>${table.preamble.map((line) => html`<p>${line}</p>`)}
${
  table.rows.length === 0
    ? html`<p class="blank">${table.emptyText}</p>`
    : html`<div class="scroll"><table><thead><tr>${table.columns.map((column) => html`<th scope="col">${column.title}</th>`)}</tr></thead>
<tbody>${table.rows.map(
        (row) =>
          html`<tr${row.cells.flat().every((line) => line.struck) ? html` class="struck"` : ''}>${row.cells.map(
            (lines) =>
              html`<td>${lines.map(({ text, struck }) => (struck ? html`<del>${text}</del><br>` : html`${text}<br>`))}</td>`,
          )}</tr>`,
      )}</tbody></table></div>`
}`;
}

export const purchaseClosedPage = () =>
  messagePage(
    { title: '열람 기간 만료', loggedIn: true, stage: 5, path: ['열람·발급', '열람'] },
    {
      id: 'purchase-closed',
      title: '열람할 수 있는 시간이 지났습니다',
      text: '처음 열람한 뒤 1시간이 지나 다시 열람할 수 없습니다. 필요하면 새로 신청해 주십시오.',
    },
  );

export const purchaseMissingPage = () =>
  messagePage(
    { title: '구매내역 없음', loggedIn: true, stage: 5, path: ['열람·발급', '열람'] },
    {
      id: 'purchase-missing',
      title: '구매내역을 찾을 수 없습니다',
      text: '결제하지 않았거나 없는 주문번호입니다.',
    },
  );
