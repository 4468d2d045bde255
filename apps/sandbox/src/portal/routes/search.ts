import { Router } from 'express';
import { z } from 'zod';
import { pause } from '../../clock.ts';
import { normalizeText } from '../address.ts';
import { applyPage, closedRecordPage, searchAgainPage } from '../pages/apply.ts';
import { messagePage } from '../pages/frame.ts';
import { badSearchPage, resultsPage } from '../pages/results.ts';
import type { Portal } from '../portal.ts';
import { findRecords } from '../records.ts';
import { readWishes } from '../tokens.ts';
import { sendPage, sendToLogin, withSession } from '../visit.ts';

/** Road address and detail address of the product are 200 letters each; a space between; some air. */
const ADDRESS_MAX = 500;
const SearchQuery = z.object({
  address: z.string().max(ADDRESS_MAX).transform(normalizeText).pipe(z.string().min(2)),
});

export const UniqueNumber = z.string().regex(/^\d{4}-\d{4}-\d{6}$/u);
const ApplyQuery = z.object({ record: UniqueNumber });

/** Finding a record and choosing what to order of it. */
export function searchRoutes(portal: Portal): Router {
  const router = Router();

  router.get(
    '/search',
    withSession(portal, async (session, request, response) => {
      const query = SearchQuery.safeParse(request.query);
      if (!query.success) {
        sendPage(
          response,
          badSearchPage('', `주소를 2자 이상 ${ADDRESS_MAX}자 이하로 입력해 주십시오.`),
          400,
        );
        return;
      }
      const { address } = query.data;
      const wishes = readWishes(address);
      const wasSlowMs = session.slowMs;
      session.slowMs = wishes.slowMs;
      // The session's own slowness was waited for already; only what this search adds is waited for here.
      if (!(await pause(response, Math.max(0, wishes.slowMs - wasSlowMs)))) return;
      if (portal.occurrences.withinFirst(wishes.loadFailures, `load-fail:${address}`)) {
        sendPage(response, unavailablePage(), 503);
        return;
      }
      // The visitor waits until they give up: this is what [hang] asks for.
      if (wishes.hang) return;
      session.search = findRecords(address);
      sendPage(response, resultsPage(address, session.search));
    }),
  );

  router.get(
    '/apply',
    withSession(portal, (session, request, response) => {
      const query = ApplyQuery.safeParse(request.query);
      const record =
        query.success && session.search.find((found) => found.uniqueNumber === query.data.record);
      if (!record) {
        sendPage(response, searchAgainPage(), 409);
        return;
      }
      if (
        readWishes(record.searchText).sessionExpired &&
        portal.occurrences.withinFirst(1, `session-expired:${record.searchText}`)
      ) {
        portal.sessions.end(session.id);
        sendToLogin(request, response, true);
        return;
      }
      if (record.state === '폐쇄') sendPage(response, closedRecordPage(), 409);
      else sendPage(response, applyPage(record));
    }),
  );

  return router;
}

/** What visitors see while the portal does not work. */
export const unavailablePage = () =>
  messagePage(
    { title: '서비스 이용 불가', loggedIn: false },
    {
      id: 'portal-error',
      title: '서비스를 이용할 수 없습니다',
      text: '접속자가 많거나 점검 중이어서 페이지를 표시할 수 없습니다. 잠시 후 다시 이용해 주십시오.',
    },
  );
