import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { CertificateShelf } from './certificate-shelf.ts';
import { Occurrences } from './occurrences.ts';
import { OrderBook } from './orders.ts';
import { Sessions } from './sessions.ts';

/** Where the portal hangs in the sandbox; all its links begin with it. */
export const PORTAL_PATH = '/portal';

/** The only account. Its name and password are no secret: nothing real stands behind them. */
export const ACCOUNT = { userId: 'dungji', password: 'dungji-portal', name: '둥지회원' } as const;

/** The portal's world: in memory on purpose, for it plays the outside and must forget nothing but on its own restart. */
export interface Portal {
  readonly now: Clock;
  readonly logger: Logger;
  readonly faults: Faults;
  readonly sessions: Sessions;
  readonly orders: OrderBook;
  readonly occurrences: Occurrences;
  readonly certificates: CertificateShelf;
  logins: number;
}

export function createPortal(now: Clock, logger: Logger, faults: Faults): Portal {
  return {
    now,
    logger,
    faults,
    sessions: new Sessions(now),
    orders: new OrderBook(now),
    occurrences: new Occurrences(),
    certificates: new CertificateShelf(),
    logins: 0,
  };
}

/** Forgets everybody and everything, as after a restart. */
export function resetPortal(portal: Portal): void {
  portal.sessions.clear();
  portal.orders.clear();
  portal.occurrences.clear();
  portal.certificates.clear();
  portal.logins = 0;
}
