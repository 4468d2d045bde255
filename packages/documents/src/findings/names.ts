import type { RegistryView } from '@dungji/contracts';

/** Names as they are compared: without spaces, forms of companies and what is put behind a name. */
export const bareName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/주식회사|\(주\)|㈜|유한회사|유한책임회사|\(유\)/g, '')
    .replace(/[\s·.,()（）]/g, '')
    .toLowerCase();

/** `홍길동, 성춘향`, `홍길동 외 1인`, `홍길동·성춘향` */
export const namesIn = (text: string): string[] =>
  text
    .replace(/외\s*\d+\s*(인|명)/g, '')
    .split(/[,·/;&]|\s및\s|\s와\s|\s과\s/)
    .map(bareName)
    .filter((name) => name !== '');

/**
 * Whether anything may be said of who the owners are. Recognition that lost a part of the page may have lost a transfer
 * with it.
 */
export const areOwnersKnown = ({ owners, doubts, variant, method, complete }: RegistryView): boolean =>
  owners.length > 0 &&
  !doubts.includes('OWNER_UNREAD') &&
  variant !== 'SUMMARY_ONLY' &&
  (method === 'TEXT_LAYER' || complete);
