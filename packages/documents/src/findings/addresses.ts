const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** `둥지로12길 34-5` → `둥지로12길34-5`; null when there is no road and number. */
export function roadOf(text: string): string | null {
  const match = /([가-힣A-Za-z0-9·]+(?:대로|로|길))\s*(지하)?\s*(\d+(?:-\d+)?)(?!\s*[층호동번가-힣])/.exec(
    text.replace(/\s*(번)?길\s/g, '$1길 '),
  );
  return match ? squeeze(`${match[1]}${match[2] ?? ''}${match[3]}`) : null;
}

/** `가상동 123-45` → `가상동123-45` */
export function lotOf(text: string): string | null {
  const match = /([가-힣]+\d*(?:동|리|가))\s*(산)?\s*(\d+(?:-\d+)?)(?!\s*[층호동])(?=\s|$|번지|,|\))/.exec(
    text,
  );
  return match ? squeeze(`${match[1]}${match[2] ?? ''}${match[3]}`) : null;
}

/** `제302호`, `302호`, `비101호` → `302`, `비101` */
export function unitNumberOf(text: string): string | null {
  const match = /((?:(?:지하|비|B|지|[A-Z])\s*-?\s*)?\d+(?:-\d+)?)\s*호/i.exec(text);
  return match
    ? squeeze(match[1] ?? '')
        .replace(/-(?=\D)/g, '')
        .toUpperCase()
    : null;
}

/** `제101동`, `101동`, `가동` → `101`, `가`; the 동 of an address (`가상동 123`) is none. */
export function blockOf(text: string): string | null {
  const numbered = /제?\s*(\d{1,4}|[A-Za-z])\s*동(?=\s|$|제|,|\d)/.exec(text);
  if (numbered) return (numbered[1] ?? '').toUpperCase();
  return /제\s*([가-하])\s*동(?=\s|$|제|,)/.exec(text)?.[1] ?? null;
}
