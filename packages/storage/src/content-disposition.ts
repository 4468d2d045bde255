/** RFC 5987 leaves `'`, `(`, `)` and `*` out of attr-char, but encodeURIComponent lets them through. */
const encodeExtValue = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what a header must not carry
const UNSAFE_IN_A_NAME = /[\u0000-\u001f\u007f"\\/:*?<>|\u202a-\u202e\u2066-\u2069]/g;

/** File systems hold 255 bytes; a Hangul syllable takes three. */
const NAME_MAX_CHARACTERS = 80;

/**
 * `Content-Disposition` that saves under any name, Korean ones too: RFC 5987's `filename*` for all present browsers and
 * an ASCII `filename` for the rest. Characters that mean a path, break a header or reverse the reading direction become `_`.
 */
export function contentDisposition(fileName: string): string {
  const cleaned = fileName
    .replace(/\p{Surrogate}/gu, '_')
    .normalize('NFC')
    .replace(UNSAFE_IN_A_NAME, '_')
    .trim();
  const name = shorten(cleaned === '' ? 'document' : cleaned);
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/%/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtValue(name)}`;
}

/** Cuts the stem and keeps the extension. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= NAME_MAX_CHARACTERS) return name;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, NAME_MAX_CHARACTERS - extension.length).join('') + extension;
}
