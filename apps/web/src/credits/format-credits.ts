/** Grouped digits: the same in both languages. */
export const formatCredits = (credits: number): string => credits.toLocaleString('en-US');

/** With its sign, the real minus: what came and what went. */
export const formatChange = (credits: number): string =>
  credits < 0 ? `−${formatCredits(-credits)}` : `+${formatCredits(credits)}`;
