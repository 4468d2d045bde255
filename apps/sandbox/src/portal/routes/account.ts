import { Router } from 'express';
import { z } from 'zod';
import { loginPage } from '../pages/login.ts';
import { mainPage } from '../pages/main.ts';
import { ACCOUNT, PORTAL_PATH, type Portal } from '../portal.ts';
import { giveCookie, safeNext, sendPage, sessionIdOf, takeCookie } from '../visit.ts';

const LoginQuery = z.object({
  next: z.string().max(2_000).optional().catch(undefined),
  expired: z.literal('1').optional().catch(undefined),
});
const LoginForm = z.object({
  userId: z.string().trim().max(50),
  password: z.string().max(100),
  next: z.string().max(2_000).optional().catch(undefined),
});

/** The main page, and logging in and out. */
export function accountRoutes(portal: Portal): Router {
  const router = Router();

  router.get('/', (request, response) => {
    const session = portal.sessions.touch(sessionIdOf(request));
    const unused = session
      ? portal.orders.purchases().filter((order) => portal.orders.stateOf(order) === 'UNUSED').length
      : 0;
    sendPage(response, mainPage(session !== null, unused));
  });

  router.get('/login', (request, response) => {
    const { next, expired } = LoginQuery.parse(request.query);
    sendPage(
      response,
      loginPage({ next: safeNext(next), userId: '', expired: expired === '1', failed: false }),
    );
  });

  router.post('/login', (request, response) => {
    const form = LoginForm.safeParse(request.body);
    const right =
      form.success && form.data.userId === ACCOUNT.userId && form.data.password === ACCOUNT.password;
    if (!right) {
      const next = safeNext(form.data?.next);
      sendPage(
        response,
        loginPage({ next, userId: form.data?.userId ?? '', expired: false, failed: true }),
        401,
      );
      return;
    }
    portal.logins += 1;
    giveCookie(response, portal.sessions.open(ACCOUNT.userId).id);
    response.redirect(303, safeNext(form.data.next));
  });

  router.post('/logout', (request, response) => {
    const id = sessionIdOf(request);
    if (id) portal.sessions.end(id);
    takeCookie(response);
    response.redirect(303, `${PORTAL_PATH}/`);
  });

  return router;
}
