import type { RegistryDeed, RegistryRight } from '@dungji/contracts';

export interface Purpose {
  readonly right: RegistryRight;
  readonly deed: RegistryDeed;
  /** Ranks of the same section that it cancels, restores, changes or moves. */
  readonly targets: readonly string[];
  /** It concerns a share or a part of its target only. */
  readonly partial: boolean;
}

/**
 * What an entry is about, by its 등기목적 without spaces. The order of the tests matters: 가압류 holds 압류, 소유권이전청구권가등기
 * holds 소유권이전, and whatever is said of `N번근저당권` is no mortgage of its own.
 */
export function purposeOf(printed: string): Purpose {
  const text = printed.replace(STRAY_MARKS, '');
  const deed = deedOf(text);
  const ends = deed === 'CANCEL' || deed === 'RESTORE';
  const right = rightOf(ends ? firstOf(text) : text);
  return { right, deed, targets: targetsOf(text), partial: isPartial(text, deed) };
}

/** What recognition makes of dust and borders. */
const STRAY_MARKS = /[_'"`|~.[\]]/g;

/** Of `4번압류, 5번가처분등기말소` what the first one is; ranks may share the words of the next one. */
const firstOf = (text: string): string =>
  text
    .replace(/(등기)?(일부)?(말소|말소회복|회복)(등기)?$/, '')
    .split(/[,·、]/)
    .find((part) => /[가-힣]{2,}/.test(part.replace(/번/g, ''))) ?? text;

function deedOf(text: string): RegistryDeed {
  if (/회복(등기)?$/.test(text)) return 'RESTORE';
  if (/말소(등기)?$/.test(text)) return 'CANCEL';
  if (
    /(변경|경정)(등기)?$/.test(text) ||
    /^(\d+(-\d+)?번)?.*(등기명의인표시|명의인표시|표시)(변경|경정)/.test(text)
  )
    return 'CHANGE';
  const isAboutAnother = /(^|[^갑을구])\d+(-\d+)?번/.test(text) && !/^[갑을]구\d+번/.test(text);
  if (/질권설정|근질권|질권/.test(text) || /번(전세권|지상권|임차권|주택임차권)부?(근)?저당권설정/.test(text))
    return 'PLEDGE';
  if (isAboutAnother && /번[^,]*(저당권|전세권|임차권|지상권|가등기|청구권)[^,]*(압류|가처분)/.test(text))
    return 'PLEDGE';
  if (isAboutAnother && /(저당권|전세권|임차권|지상권|청구권|가등기|지역권)[^,]*이전$/.test(text))
    return 'TRANSFER';
  return 'SET';
}

const RIGHTS: readonly (readonly [RegExp, RegistryRight])[] = [
  [/가등기|청구권/, 'PROVISIONAL_REGISTRATION'],
  [/가압류/, 'PROVISIONAL_SEIZURE'],
  [/가처분/, 'INJUNCTION'],
  [/경매개시|경매신청|공매공고/, 'AUCTION'],
  [/압류/, 'SEIZURE'],
  [/신탁/, 'TRUST'],
  [/저당권/, 'MORTGAGE'],
  [/전세권/, 'JEONSE'],
  [/임차권/, 'LEASEHOLD_ORDER'],
  [/지상권|지역권/, 'SUPERFICIES'],
  [/소유권|지분|합유|공유자|등기명의인/, 'OWNERSHIP'],
];

function rightOf(text: string): RegistryRight {
  if (/^금지사항|예고등기|환매특약|약정/.test(text)) return 'OTHER';
  return RIGHTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'OTHER';
}

const RANK = '\\d{1,3}(?:-\\d{1,3}){0,2}';
const RANGE = new RegExp(`(${RANK})번?(?:내지|부터|[~∼〜])(${RANK})번`, 'g');
const NAMED = new RegExp(`(?<![갑을]구)(${RANK})(?:\\(전${RANK}\\))?번`, 'g');
/** `1, 2번`, `3·4번` */
const LISTED = new RegExp(`(${RANK})(?=[,·、]${RANK}(?:[,·、]${RANK})*번)`, 'g');
/** A range longer than this is a misreading. */
const RANGE_MAX = 50;

export function targetsOf(text: string): string[] {
  const targets = new Set<string>();
  for (const match of text.matchAll(RANGE)) {
    const [from, to] = [Number(match[1]), Number(match[2])];
    if (Number.isInteger(from) && Number.isInteger(to) && to > from && to - from <= RANGE_MAX)
      for (let rank = from; rank <= to; rank++) targets.add(String(rank));
  }
  for (const match of text.matchAll(LISTED)) targets.add(match[1] ?? '');
  for (const match of text.matchAll(NAMED)) targets.add(match[1] ?? '');
  return [...targets];
}

const isPartial = (text: string, deed: RegistryDeed): boolean =>
  (deed === 'CANCEL' || deed === 'RESTORE') && /일부(말소|회복|포기)|지분|일부(근저당|저당|전세)/.test(text);
