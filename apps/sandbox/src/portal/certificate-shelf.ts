import {
  type Certificate,
  certificateOf,
  imagineRegister,
  imagineStyle,
  type Printing,
  printCertificate,
} from '@dungji/document-samples';
import type { Order } from './orders.ts';
import { subjectOf } from './records.ts';
import { readWishes } from './tokens.ts';

/** A scan weighs about 1 MB; a certificate that fell off is printed again, byte for byte. */
const CERTIFICATES_MAX = 32;

type ViewedOrder = Order & { readonly firstViewedAt: number };

const printingOf = (order: ViewedOrder): Printing => ({
  variant: order.variant,
  usage: order.usage,
  withSummary: order.withSummary,
  viewedAt: new Date(order.firstViewedAt),
  // One office, one program: titles and letters are the same on all that it sells.
  style: { ...imagineStyle(order.record.uniqueNumber), tightTitle: false, typeface: 'gothic' },
});

/** What the certificate of a viewed order says. */
export const certificateOfOrder = (order: ViewedOrder): Certificate =>
  certificateOf(imagineRegister(subjectOf(order.record, order.isRenewal)), printingOf(order));

/** Prints each certificate once and keeps the latest few, so that the viewer can start what the download needs. */
export class CertificateShelf {
  readonly #printed = new Map<string, Promise<Buffer>>();

  print(order: ViewedOrder): Promise<Buffer> {
    const known = this.#printed.get(order.orderNo);
    if (known) return known;
    const form = readWishes(order.record.searchText).scan ? 'scan' : 'text';
    const printing = printCertificate(
      imagineRegister(subjectOf(order.record, order.isRenewal)),
      printingOf(order),
      form,
    );
    this.#printed.set(order.orderNo, printing);
    if (this.#printed.size > CERTIFICATES_MAX) {
      const [oldest] = this.#printed.keys();
      if (oldest !== undefined) this.#printed.delete(oldest);
    }
    return printing;
  }

  clear(): void {
    this.#printed.clear();
  }
}
