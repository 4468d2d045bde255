import type { Evidence } from '../../evidence.ts';

/**
 * The issuer of documents as the issuance kind sees it. One adapter per issuer; the registry portal driven by a browser
 * is one, a commercial API would be another. Every method is bounded in time and throws TaskFailure:
 * PORTAL_DOWN (did not answer), AUTOMATION_FAILED (answered something unforeseen), or a code named below.
 */
export interface Portal {
  /**
   * A session for one attempt of one task.
   *
   * @param signal aborting it closes everything the session holds; its calls then reject
   */
  open(signal: AbortSignal): Promise<PortalSession>;
}

export interface PortalSession {
  /** The one current record of exactly this unit; ADDRESS_NOT_FOUND when there is none or more than one. */
  find(address: Address): Promise<PropertyRecord>;
  /** Certificates of this record that were paid for, newest first: never viewed, or viewed and open for review. */
  findPaid(record: PropertyRecord, state: 'UNUSED' | 'REVIEWABLE'): Promise<Purchase[]>;
  /** Puts a certificate into the cart. Nothing is paid, and the order may be left there. */
  placeOrder(address: Address, record: PropertyRecord): Promise<PlacedOrder>;
  /**
   * Pays an order; an order's money is taken once however often it is paid. DUPLICATE: refused because the certificate was
   * paid for elsewhere; MISSING: there is no such order.
   */
  pay(orderNo: string): Promise<'PAID' | 'DUPLICATE' | 'MISSING'>;
  /** What became of an order: paid, still payable, or gone without a purchase. */
  look(orderNo: string): Promise<'PAID' | 'UNPAID' | 'MISSING'>;
  /** The bytes of a paid certificate, whatever they are. */
  download(orderNo: string): Promise<Uint8Array>;
  /** What the session shows right now and how it came there, for the people who look into a failure. */
  evidence(): Promise<Evidence>;
  close(): Promise<void>;
}

export interface Address {
  readonly roadAddress: string;
  readonly detailAddress: string;
}

export interface PropertyRecord {
  /** 고유번호, 4-4-6 digits. */
  readonly uniqueNumber: string;
}

export interface Purchase {
  readonly orderNo: string;
}

/** `duplicate`: the portal says that this certificate is already paid for, and asked for nothing. */
export type PlacedOrder =
  | { readonly outcome: 'placed'; readonly orderNo: string }
  | { readonly outcome: 'duplicate' };
