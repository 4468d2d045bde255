export type Transform = readonly [number, number, number, number, number, number];
export type Colour = readonly [number, number, number];

/** The part of PDF's graphics and text state that decides where and how something is drawn. */
export interface PdfState {
  ctm: Transform;
  fill: Colour;
  stroke: Colour;
  fillAlpha: number;
  strokeAlpha: number;
  lineWidth: number;
  textMatrix: Transform;
  lineX: number;
  lineY: number;
  x: number;
  y: number;
  font: string;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  hScale: number;
  leading: number;
  rise: number;
  renderingMode: number;
}

export const startState = (ctm: Transform): PdfState => ({
  ctm,
  fill: [0, 0, 0],
  stroke: [0, 0, 0],
  fillAlpha: 1,
  strokeAlpha: 1,
  lineWidth: 1,
  textMatrix: [1, 0, 0, 1, 0, 0],
  lineX: 0,
  lineY: 0,
  x: 0,
  y: 0,
  font: '',
  fontSize: 1,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  leading: 0,
  rise: 0,
  renderingMode: 0,
});

/** First `second`, then `first`. */
export function multiply(first: Transform, second: Transform): Transform {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = second;
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f];
}

export function apply([a, b, c, d, e, f]: Transform, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}
