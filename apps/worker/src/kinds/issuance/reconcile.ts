import type { AskOutside } from '../../maintenance/open-steps.ts';
import { lookForPurchase, orderOf } from './buy.ts';
import type { Portal } from './portal.ts';

/** Asks the portal's purchase list what became of payments whose task is over. One login for all of them. */
export function askPortal(portal: Portal): AskOutside {
  return async (signal) => {
    const session = await portal.open(signal);
    return {
      ask: ({ output, idempotencyKey }) => lookForPurchase(session, orderOf(output, idempotencyKey)),
      close: () => session.close(),
    };
  };
}
