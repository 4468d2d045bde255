import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A run of text, origin top left, in points. */
export interface ReadText {
  readonly text: string;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

export interface ReadLine {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
  readonly width: number;
  readonly color: string;
}

export interface ReadPage {
  /** All text in stream order, without spaces. */
  readonly letters: string;
  readonly texts: readonly ReadText[];
  /** Horizontal strokes. */
  readonly lines: readonly ReadLine[];
  /** Sizes of the pictures on the page, in pixels. */
  readonly pictures: readonly (readonly [number, number])[];
  /** Drawn paths, filled or stroked. */
  readonly paths: number;
}

type Matrix = readonly [number, number, number, number, number, number];

/** Reads a PDF with a library that knows nothing of how it was made: its text layer, its lines, its pictures. */
export async function readPdf(bytes: Uint8Array): Promise<readonly ReadPage[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const height = page.getViewport({ scale: 1 }).height;
    const content = await page.getTextContent();
    const { fnArray, argsArray } = await page.getOperatorList();
    const texts = content.items.flatMap((item) =>
      'str' in item && item.str.trim()
        ? [
            {
              text: item.str,
              x: Number(item.transform[4]),
              y: height - Number(item.transform[5]),
              width: item.width,
              size: Number(item.transform[0]),
            },
          ]
        : [],
    );
    pages.push({
      letters: texts
        .map(({ text }) => text)
        .join('')
        .replace(/\s+/gu, ''),
      texts,
      lines: horizontalLines(fnArray, argsArray, height),
      pictures: fnArray.flatMap((operation, index) => {
        const [, width, pixelHeight] = argsArray[index] ?? [];
        return operation === OPS.paintImageXObject ? [[Number(width), Number(pixelHeight)] as const] : [];
      }),
      paths: fnArray.filter((operation) => operation === OPS.constructPath).length,
    });
  }
  await task.destroy();
  return pages;
}

function horizontalLines(
  fnArray: readonly number[],
  argsArray: readonly unknown[],
  height: number,
): ReadLine[] {
  const lines: ReadLine[] = [];
  let state = { matrix: [1, 0, 0, 1, 0, 0] as Matrix, width: 1, color: '' };
  const stack: (typeof state)[] = [];
  for (const [index, operation] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as readonly unknown[];
    if (operation === OPS.save) stack.push(state);
    else if (operation === OPS.restore) state = stack.pop() ?? state;
    else if (operation === OPS.transform)
      state = { ...state, matrix: multiply(state.matrix, [...args].map(Number) as unknown as Matrix) };
    else if (operation === OPS.setLineWidth) state = { ...state, width: Number(args[0]) };
    else if (operation === OPS.setStrokeRGBColor) state = { ...state, color: String(args[0]) };
    else if (operation === OPS.constructPath && args[0] === OPS.stroke) {
      const path = Array.from((args[1] as readonly ArrayLike<number>[])[0] ?? []);
      // A move and a line, nothing else: 0 x y 1 x y.
      if (path.length !== 6 || path[0] !== 0 || path[3] !== 1) continue;
      const [x1, y1] = apply(state.matrix, path[1] ?? 0, path[2] ?? 0);
      const [x2, y2] = apply(state.matrix, path[4] ?? 0, path[5] ?? 0);
      if (Math.abs(y1 - y2) < 0.01)
        lines.push({
          x1: Math.min(x1, x2),
          x2: Math.max(x1, x2),
          y: height - y1,
          width: state.width,
          color: state.color,
        });
    }
  }
  return lines;
}

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number) =>
  [a * x + c * y + e, b * x + d * y + f] as const;

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];
