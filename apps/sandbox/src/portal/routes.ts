import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';
import { pause } from '../clock.ts';
import { messagePage } from './pages/frame.ts';
import type { Portal } from './portal.ts';
import { accountRoutes } from './routes/account.ts';
import { orderRoutes } from './routes/orders.ts';
import { purchaseRoutes } from './routes/purchases.ts';
import { searchRoutes, unavailablePage } from './routes/search.ts';
import { sendPage } from './visit.ts';

const STYLE_FILE = fileURLToPath(new URL('./assets/site.css', import.meta.url));
const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
);

/** The whole portal, to be mounted at PORTAL_PATH. */
export function portalRoutes(portal: Portal): Router {
  const router = Router();

  // dotfiles: packages are installed below `.pnpm`, and a checkout may lie in any folder.
  router.get('/assets/site.css', (_request, response) =>
    response.sendFile(STYLE_FILE, { maxAge: '1h', dotfiles: 'allow' }),
  );
  router.get('/assets/noto-sans-kr.ttf', (_request, response) =>
    response.sendFile(FONT_FILE, { maxAge: '30d', immutable: true, dotfiles: 'allow' }),
  );

  router.use(async (_request, response, next) => {
    const { mode, ms } = portal.faults.of('portal');
    if (mode === 'down') return sendPage(response, unavailablePage(), 503);
    if (await pause(response, ms)) next();
  });
  router.use((_request, response, next) => {
    response.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'",
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });
  // Forms hold an address at most; a larger body is no visitor of ours.
  router.use(express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 20 }));

  router.use(accountRoutes(portal), searchRoutes(portal), orderRoutes(portal), purchaseRoutes(portal));

  router.use((_request, response) => {
    sendPage(
      response,
      messagePage(
        { title: '페이지 없음', loggedIn: false },
        { id: 'page-missing', title: '페이지를 찾을 수 없습니다', text: '주소를 다시 확인해 주십시오.' },
      ),
      404,
    );
  });
  return router;
}
