// biome-ignore lint/suspicious/noControlCharactersInRegex: Postgres refuses U+0000, and no control is text
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\p{Surrogate}]/gu;

/** Text fit to store and search: composed Hangul, no control characters, columns two spaces apart, no blank edges. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/ {3,}/g, '  ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Below this a page holds at most a watermark, a page number or a stamp over the real, pictured content. */
const LETTERS_MIN = 20;
/** Fonts without a map to Unicode come out as private-use characters; a few (bullets, seals) are ordinary. */
const ILLEGIBLE_SHARE_MAX = 0.2;

/** Whether a text layer says what the page says. */
export function isUsableText(text: string): boolean {
  const letters = text.match(/[\p{Script=Hangul}\p{Script=Latin}\p{Script=Han}\p{Nd}]/gu)?.length ?? 0;
  const illegible = text.match(/[\ufffd\p{Co}]/gu)?.length ?? 0;
  return letters >= LETTERS_MIN && illegible <= (letters + illegible) * ILLEGIBLE_SHARE_MAX;
}
