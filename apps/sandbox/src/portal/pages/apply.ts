import { type Html, html } from '../../html.ts';
import { FEE_KRW } from '../orders.ts';
import { PORTAL_PATH } from '../portal.ts';
import type { RegistryRecord } from '../records.ts';
import { frame, messagePage, won } from './frame.ts';

const FRAME = {
  title: '신청사항 선택',
  loggedIn: true,
  stage: 2,
  path: ['열람·발급', '신청사항 선택'],
} as const;

export function applyPage(record: RegistryRecord, error?: string): Html {
  return frame(
    FRAME,
    html`<h1>신청사항 선택</h1>
${recordBox(record)}
${error && html`<p id="form-error" class="alert" role="alert">${error}</p>`}
<form id="apply-form" class="card" method="post" action="${PORTAL_PATH}/cart">
<input type="hidden" name="record" value="${record.uniqueNumber}">
<fieldset><legend>용도</legend>
<label><input type="radio" id="usage-view" name="usage" value="VIEW"> 열람 <small>(${won(FEE_KRW.VIEW)})</small></label>
<label><input type="radio" id="usage-issue" name="usage" value="ISSUE"> 발급 <small>(${won(FEE_KRW.ISSUE)})</small></label>
</fieldset>
<fieldset><legend>등기기록 유형 (전부)</legend>
<label><input type="radio" id="variant-with-cancelled" name="variant" value="WITH_CANCELLED"> 말소사항 포함</label>
<label><input type="radio" id="variant-valid-only" name="variant" value="VALID_ONLY"> 현재 유효사항</label>
</fieldset>
<fieldset><legend>선택사항</legend>
<label><input type="checkbox" id="with-summary" name="summary" value="yes" checked> 주요 등기사항 요약 포함 <small>(참고용)</small></label>
</fieldset>
<fieldset><legend>주민등록번호 공개여부</legend>
<label><input type="radio" id="rrn-hidden" name="rrn" value="HIDDEN" checked> 미공개</label>
<label class="disabled"><input type="radio" name="rrn" value="SHOWN" disabled> 특정인 공개 <small>(방문 신청)</small></label>
</fieldset>
<div class="actions"><a class="button" href="${PORTAL_PATH}/">다시 검색</a><button id="add-to-cart" class="button primary">결제대상에 담기</button></div>
</form>`,
  );
}

export function recordBox(record: RegistryRecord): Html {
  return html`<dl class="record">
<div><dt>부동산</dt><dd><span class="badge">${record.kind}</span> ${record.address}</dd></div>
<div><dt>도로명주소</dt><dd>${record.roadAddress}</dd></div>
<div><dt>고유번호</dt><dd>${record.uniqueNumber}</dd></div>
</dl>`;
}

export const closedRecordPage = () =>
  messagePage(FRAME, {
    id: 'record-closed',
    title: '폐쇄된 등기기록입니다',
    text: '폐쇄등기기록은 인터넷으로 신청할 수 없습니다. 현행 등기기록을 선택하거나 등기소를 방문해 주십시오.',
  });

export const searchAgainPage = () =>
  messagePage(FRAME, {
    id: 'search-again',
    title: '다시 검색해 주십시오',
    text: '선택하신 부동산을 현재 검색결과에서 찾을 수 없습니다. 검색부터 다시 진행해 주십시오.',
  });

/** The crossing where money could be paid twice. Without `retry` there is no way on. */
export function duplicatePage(record: RegistryRecord, retry: Readonly<Record<string, string>> | null): Html {
  const go = retry
    ? html`<form method="post" action="${PORTAL_PATH}/cart">${Object.entries(retry).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      )}<button id="duplicate-continue" class="button danger">중복결제 진행</button></form>`
    : null;
  return frame(
    { title: '중복결제 확인', loggedIn: true, stage: retry ? 2 : 4, path: ['열람·발급', '중복결제 확인'] },
    html`<section class="message error" id="duplicate-payment" role="alert">
<h1>중복결제 확인</h1>
<p>이미 결제한 뒤 열람하지 않은 동일한 부동산의 등기사항증명서가 있습니다.<br>${
      retry
        ? '계속 진행하면 수수료가 다시 결제됩니다. 진행하시겠습니까?'
        : '중복결제이므로 결제를 진행할 수 없습니다. 결제된 금액은 없습니다.'
    }</p>
${recordBox(record)}
<div class="actions"><a id="duplicate-cancel" class="button primary" href="${PORTAL_PATH}/purchases?state=unused">미열람 목록 보기</a>${go}</div>
</section>`,
  );
}
