/** Six digits of a birthday, and the part that tells a person apart, masked or not; spaces come from recognition. */
const RESIDENT_NUMBER = /\d{6}\s*[-–—‐]\s*[\d*×]{7}/g;

/**
 * Text as it may be shown and printed. The reader leaves such numbers out already; a page that people share looks again.
 * Numbers of corporations have the same shape and go with them: nobody needs them here.
 */
export const withoutResidentNumbers = (text: string): string =>
  text.replace(RESIDENT_NUMBER, '●●●●●●-●●●●●●●');
