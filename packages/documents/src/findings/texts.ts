import type { Locale } from '@dungji/contracts';
import type { FindingTexts } from './text-keys.ts';
import { EN } from './texts-en.ts';
import { KO } from './texts-ko.ts';

export const FINDING_TEXTS: Readonly<Record<Locale, FindingTexts>> = { ko: KO, en: EN };
