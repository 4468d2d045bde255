import { z } from 'zod';

export const Locale = z.enum(['ko', 'en']);
export type Locale = z.infer<typeof Locale>;

/** A sentence for people in each language of the product. */
export type Text = Readonly<Record<Locale, string>>;

/** White space and what shows nothing at all: formatting marks, the Hangul fillers, the blank of braille. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u;
const BREAKING = /[\p{Cc}\u2028\u2029]/u;

/** One line, or nothing. */
export const emptyOrLine = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !BREAKING.test(text), 'must be one line without control characters');

/** As many lines as somebody likes, with something in them that a person can see: a reason, a description. */
export const words = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => text === '' || VISIBLE.test(text), 'must have something to see in it');

/** One line that a person can see: a name, an address, a title. */
export const line = (maxLength: number) =>
  emptyOrLine(maxLength)
    .min(1)
    .refine((text) => text === '' || VISIBLE.test(text), 'must have something to see in it');
