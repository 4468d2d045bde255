import { type Html, html } from '../../html.ts';
import { PORTAL_PATH } from '../portal.ts';
import { frame } from './frame.ts';

export function loginPage(options: {
  next: string;
  userId: string;
  expired: boolean;
  failed: boolean;
}): Html {
  return frame(
    { title: '로그인', loggedIn: false, path: ['로그인'] },
    html`<section class="card narrow">
<h1>로그인</h1>
${options.expired && html`<p id="session-expired" class="alert" role="alert">일정 시간 사용하지 않아 로그아웃되었습니다. 다시 로그인해 주십시오.</p>`}
${options.failed && html`<p id="login-error" class="alert" role="alert">아이디 또는 비밀번호가 올바르지 않습니다.</p>`}
<form id="login-form" method="post" action="${PORTAL_PATH}/login">
<input type="hidden" name="next" value="${options.next}">
<label for="user-id">아이디</label>
<input id="user-id" name="userId" type="text" autocomplete="username" required maxlength="50" value="${options.userId}">
<label for="password">비밀번호</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="100">
<button id="login-button" class="button primary wide">로그인</button>
</form>
<ul class="hints"><li>15분 동안 사용하지 않으면 자동으로 로그아웃됩니다.</li><li>비밀번호 입력 오류가 계속되면 사용자지원센터로 문의해 주십시오.</li></ul>
</section>`,
  );
}
