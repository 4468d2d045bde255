import { type Html, html } from '../../html.ts';
import { PORTAL_PATH } from '../portal.ts';
import { frame } from './frame.ts';

/** The address box, on the main page and above the results. */
export function searchForm(address: string, error?: string): Html {
  return html`<form id="search-form" class="search" method="get" action="${PORTAL_PATH}/search" role="search">
<label for="search-text">주소 검색</label>
<div class="search-row"><input id="search-text" name="address" type="text" value="${address}" required maxlength="500" autocomplete="off"
 placeholder="도로명 주소와 동·호수를 함께 입력하세요"${error ? html` aria-describedby="search-error" aria-invalid="true"` : ''}>
<button id="search-button" class="button primary">검색</button></div>
${error ? html`<p id="search-error" class="field-error" role="alert">${error}</p>` : ''}
<p class="hint">예) 서울특별시 둥지구 둥지로12길 34 101동 302호 — 동·호수를 입력하지 않으면 건물과 토지만 검색됩니다.</p>
</form>`;
}

export function mainPage(loggedIn: boolean, unusedCount: number): Html {
  return frame(
    { title: '부동산 등기 열람·발급', loggedIn },
    html`<section class="hero">
<h1>부동산 등기사항증명서 <b>열람·발급</b></h1>
<p>간편검색으로 부동산을 찾아 바로 열람하고 저장할 수 있습니다.</p>
${searchForm('')}
</section>
<section class="tiles" aria-label="자주 찾는 서비스">
<a href="${PORTAL_PATH}/cart"><b>결제대상목록</b><span>담아 둔 신청을 결제합니다</span></a>
<a href="${PORTAL_PATH}/purchases?state=unused"><b>미열람·미발급 목록</b><span>${loggedIn ? `${unusedCount}건이 남아 있습니다` : '로그인하면 볼 수 있습니다'}</span></a>
<a href="${PORTAL_PATH}/purchases?state=review"><b>재열람</b><span>처음 열람한 뒤 1시간 안에 다시</span></a>
<a href="${PORTAL_PATH}/purchases?state=all"><b>구매내역</b><span>지금까지 결제한 증명서</span></a>
</section>
<section class="columns">
<div><h2>공지사항</h2><ul class="notices">
<li>인터넷등기소 정기점검 안내 <time>2026.01.15</time></li>
<li>등기사항증명서 열람 수수료 안내 (열람 700원 / 발급 1,000원) <time>2026.01.02</time></li>
<li>도로명주소로 부동산을 찾는 방법 <time>2025.12.11</time></li>
<li>미열람·미발급 증명서 보관 기간 안내 (결제 후 3개월) <time>2025.11.20</time></li>
</ul></div>
<div><h2>이용 순서</h2><ol class="guide">
<li><b>검색</b> 주소로 부동산을 찾고 구분과 동·층·호를 확인합니다.</li>
<li><b>신청</b> 열람/발급, 말소사항 포함 여부를 고릅니다.</li>
<li><b>결제</b> 결제대상목록에서 선불전자지급수단으로 결제합니다.</li>
<li><b>열람</b> 신청결과에서 열람하고 PDF로 저장합니다.</li>
</ol></div>
</section>`,
  );
}
