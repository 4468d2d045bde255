/**
 * The key as it is. Portals hand out one that is encoded already; encoded once more on its way it would be another key,
 * and refused as unknown.
 */
export function plainKey(key: string): string {
  const text = key.trim();
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // No encoding then, but a key that holds a percent sign. The error would carry nothing, but need not be seen either.
    return text;
  }
}
