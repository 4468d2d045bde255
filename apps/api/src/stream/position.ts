import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a viewer has read: its own stream, and the operators' one when it may see it. */
export interface Position {
  readonly own: number;
  readonly operators: number | null;
}

/** 96 bits: nobody guesses a position of somebody else, and ids stay short. */
const MAC_CHARS = 16;
/** No id of ours is longer; anything that is, is not ours. */
const ID_CHARS_MAX = 64;
const SHAPE = /^(\d{1,15})-(\d{0,15})-([\w-]{16})$/;

/**
 * Turns positions into the opaque ids that clients resume from, and back. An id is bound to its user by a signature, so
 * one that is forged, foreign or damaged reads as null, exactly like none at all.
 */
export function positionIds(secret: string): {
  encode(userId: string, position: Position): string;
  decode(userId: string, id: string): Position | null;
} {
  const sign = (userId: string, numbers: string): string =>
    createHmac('sha256', secret)
      .update(`stream-position ${userId} ${numbers}`)
      .digest('base64url')
      .slice(0, MAC_CHARS);

  return {
    encode(userId, { own, operators }) {
      const numbers = `${own}-${operators ?? ''}`;
      return `${numbers}-${sign(userId, numbers)}`;
    },
    decode(userId, id) {
      if (id.length > ID_CHARS_MAX) return null;
      const match = SHAPE.exec(id);
      if (!match) return null;
      const [, own = '', operators = '', mac = ''] = match;
      const expected = sign(userId, `${own}-${operators}`);
      if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return null;
      return { own: Number(own), operators: operators === '' ? null : Number(operators) };
    },
  };
}
