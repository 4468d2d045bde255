import { Locale } from '@dungji/contracts';
import type { Viewer } from './viewer.ts';

/** The language of an answer: what was asked for, else that of the account. */
export const localeOf = (viewer: Viewer, asked: Locale | undefined): Locale =>
  asked ?? Locale.catch('ko').parse(viewer.locale);
