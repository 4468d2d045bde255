import { z } from 'zod';

export const Locale = z.enum(['ko', 'en']);
export type Locale = z.infer<typeof Locale>;

/** A sentence for people in each language of the product. */
export type Text = Readonly<Record<Locale, string>>;
