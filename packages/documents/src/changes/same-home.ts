import { blockOf, lotOf, roadOf, unitNumberOf } from '../findings/addresses.ts';
import { likeness } from '../registry/likeness.ts';

/** What a document says of the place it is about. */
export interface Place {
  readonly uniqueNumber: string | null;
  readonly address: string | null;
  readonly roadAddress: string | null;
  /** Its letters were recognised, so one of them may be another. */
  readonly recognised: boolean;
}

/** Above this, two recognised addresses are the same one with a letter misread. */
const ALIKE = 0.85;

/** Whether two documents are surely about different homes; only what both of them name can differ. */
export function isOtherHome(one: Place, two: Place): boolean {
  const differ = (read: (text: string) => string | null, a: string | null, b: string | null) => {
    const [left, right] = [read(a ?? ''), read(b ?? '')];
    return left !== null && right !== null && left !== right;
  };
  const isExact = !one.recognised && !two.recognised;
  const numbersDiffer =
    one.uniqueNumber !== null && two.uniqueNumber !== null && one.uniqueNumber !== two.uniqueNumber;
  if (numbersDiffer && isExact) return true;
  if (one.uniqueNumber !== null && one.uniqueNumber === two.uniqueNumber) return false;
  const places = [one.address, two.address] as const;
  if (differ(unitNumberOf, ...places) || differ(blockOf, ...places)) return true;
  const elsewhere = differ(lotOf, ...places) || differ(roadOf, one.roadAddress, two.roadAddress);
  if (elsewhere && isExact) return true;
  return (elsewhere || numbersDiffer) && likeness(squeezed(one.address), squeezed(two.address)) < ALIKE;
}

const squeezed = (text: string | null) => (text ?? '').replace(/\s+/g, '');
