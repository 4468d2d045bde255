import type { TFunction } from 'i18next';
import { ko, type Texts } from '../i18n/ko.ts';

const isNamed = (name: string): name is keyof Texts['step'] => name in ko.step;

/** A step's name in the page's language; a step this page does not know yet is shown as it is called. */
export const stepName = (t: TFunction, name: string): string => (isNamed(name) ? t(`step.${name}`) : name);
