import { type Html, html } from '../../html.ts';
import { ACCOUNT, PORTAL_PATH } from '../portal.ts';

export interface Frame {
  readonly title: string;
  readonly loggedIn: boolean;
  /** Stage of the purchase, 1 to 5; none outside it. */
  readonly stage?: 1 | 2 | 3 | 4 | 5;
  /** Words of the path under 홈. */
  readonly path?: readonly string[];
}

const STAGES = ['부동산 검색', '신청사항 선택', '결제대상 확인', '결제', '열람·저장'] as const;

/** The page around every page: notice, header, navigation, path, footer. */
export function frame(options: Frame, body: Html): Html {
  const { title, loggedIn, stage, path = [] } = options;
  return html`<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | 둥지인터넷등기소</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${PORTAL_PATH}/assets/site.css">
</head>
<body>
<a class="skip" href="#content">본문 바로가기</a>
<p class="mock-bar"><span class="inner">이 누리집은 개발·시험을 위한 <strong>모의 등기소</strong>입니다. 실제 정부 누리집이 아니며 모든 내용은 꾸며낸 것입니다.</span></p>
<header class="site-header">
<div class="inner">
<a class="brand" href="${PORTAL_PATH}/">${EMBLEM}<span>둥지<b>인터넷등기소</b><small>부동산 등기 열람·발급 서비스</small></span></a>
${accountBar(loggedIn)}
</div>
<nav class="gnb" aria-label="주 메뉴"><ul class="inner">
<li><a href="${PORTAL_PATH}/"${stage && stage < 3 ? html` class="on"` : ''}>열람·발급</a></li>
<li><a href="${PORTAL_PATH}/cart"${stage === 3 ? html` class="on"` : ''}>결제대상목록</a></li>
<li><a href="${PORTAL_PATH}/purchases?state=unused"${stage === 5 ? html` class="on"` : ''}>신청결과·미열람</a></li>
<li><a href="${PORTAL_PATH}/purchases?state=all">구매내역</a></li>
</ul></nav>
</header>
<main id="content" class="inner">
${path.length > 0 && html`<nav class="path" aria-label="현재 위치"><a href="${PORTAL_PATH}/">홈</a>${path.map((word) => html`<span>${word}</span>`)}</nav>`}
${stage && stages(stage)}
${body}
</main>
<footer class="site-footer"><div class="inner">
<p class="links"><span>이용약관</span><span><b>개인정보처리방침</b></span><span>저작권정책</span><span>원격지원</span></p>
<p>(00000) 서울특별시 둥지구 둥지로 1 둥지인터넷등기소 · 사용자지원센터 0000-0000 (평일 09:00~18:00)</p>
<p>정기점검: 매월 첫째·셋째 목요일 21:00 ~ 다음 날 06:00 · 모의 누리집이므로 점검 중에도 이용할 수 있습니다.</p>
</div></footer>
</body>
</html>
`;
}

function accountBar(loggedIn: boolean): Html {
  if (!loggedIn) {
    return html`<div class="account"><a id="login-link" href="${PORTAL_PATH}/login">로그인</a></div>`;
  }
  return html`<div class="account"><span><b id="account-name">${ACCOUNT.name}</b>님</span>
<form method="post" action="${PORTAL_PATH}/logout"><button id="logout-button" class="plain">로그아웃</button></form></div>`;
}

function stages(current: number): Html {
  return html`<ol class="stages" aria-label="신청 단계">${STAGES.map((name, index) => {
    const state = index + 1 === current ? 'now' : index + 1 < current ? 'done' : '';
    return html`<li class="${state}"${state === 'now' ? html` aria-current="step"` : ''}><span>${index + 1}</span>${name}</li>`;
  })}</ol>`;
}

const EMBLEM = html`<svg class="emblem" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22" fill="#123a7a"/><path d="M8 27c4 9 28 9 32 0-3 3-8 4.500-16 4.500S11 30 8 27z" fill="#f3b233"/><path d="M24 10 11 21.500h3.500V28c3 1 6 1.400 9.500 1.400s6.500-.4 9.500-1.400v-6.500H37z" fill="#fff"/><path d="M21 20.500h6V29h-6z" fill="#123a7a"/></svg>`;

/** A sentence in a box, as errors and notices come. */
export function messagePage(
  options: Frame,
  message: { id: string; title: string; text: string; tone?: 'error' | 'notice' },
  actions: Html = html`<a class="button" href="${PORTAL_PATH}/">처음으로</a>`,
): Html {
  return frame(
    options,
    html`<section class="message ${message.tone ?? 'error'}" id="${message.id}" role="alert">
<h1>${message.title}</h1>
<p>${message.text}</p>
<div class="actions">${actions}</div>
</section>`,
  );
}

export const won = (amountKrw: number) => `${amountKrw.toLocaleString('en-US')}원`;

/** `2026.01.23 09:08` in Korea. */
export function shortTime(atMs: number): string {
  const [day, time] = new Date(atMs + 9 * 60 * 60 * 1000).toISOString().split('T');
  return `${day?.replaceAll('-', '.')} ${time?.slice(0, 5)}`;
}
