import { z } from 'zod';

/** ISO-8601 in UTC with milliseconds, e.g. `2026-01-31T09:08:07.000Z`: the only form of a moment on the wire. */
export const IsoTime = z.iso.datetime({ precision: 3 });
export type IsoTime = string;

/** A calendar day without a zone, `YYYY-MM-DD` (contract dates). */
export const IsoDay = z.iso.date();
