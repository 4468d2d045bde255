import { drawShape, emptyPdf, finish } from './draw-pdf.ts';
import { fontOf, type Typeface } from './font.ts';
import { type Page, type Paper, PORTRAIT, type TextMark } from './page.ts';

/**
 * Draws pages as some print drivers do: each letter is a filled shape, so that the file has neither text nor
 * pictures, while the red lines of cancellations stay lines.
 */
export async function drawOutlines(
  pages: readonly Page[],
  at: Date,
  typeface: Typeface = 'gothic',
  paper: Paper = PORTRAIT,
): Promise<Buffer> {
  const pdf = emptyPdf(at, paper);
  const outline = outlinesOf(typeface);
  for (const page of pages) {
    pdf.addPage();
    for (const mark of page) {
      if (mark.type === 'text') drawLetters(pdf, mark, outline);
      else drawShape(pdf, mark);
    }
  }
  return finish(pdf);
}

interface Outline {
  readonly path: string;
  /** Share of the size. */
  readonly advance: number;
}

/** Filled path of a letter in hundredths of its size, in PDF operators, upside up. */
function outlinesOf(typeface: Typeface): (letter: string) => Outline {
  const font = fontOf(typeface);
  const known = new Map<string, Outline>();
  const toPdf = (units: number) => String(Math.round((units / font.unitsPerEm) * 1_000) / 10);
  return (letter) => {
    const drawn = known.get(letter);
    if (drawn) return drawn;
    const glyph = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    const operators: string[] = [];
    let at = [0, 0] as readonly [number, number];
    for (const { command, args } of glyph.path.commands) {
      const [a = 0, b = 0, c = 0, d = 0] = args;
      if (command === 'moveTo') operators.push(`${toPdf(a)} ${toPdf(b)} m`);
      else if (command === 'lineTo') operators.push(`${toPdf(a)} ${toPdf(b)} l`);
      else if (command === 'quadraticCurveTo') {
        // PDF has cubic curves only.
        const curve = [
          at[0] + (2 * (a - at[0])) / 3,
          at[1] + (2 * (b - at[1])) / 3,
          c + (2 * (a - c)) / 3,
          d + (2 * (b - d)) / 3,
          c,
          d,
        ];
        operators.push(`${curve.map(toPdf).join(' ')} c`);
      } else if (command === 'bezierCurveTo') operators.push(`${args.map(toPdf).join(' ')} c`);
      else operators.push('h');
      at = [args.at(-2) ?? at[0], args.at(-1) ?? at[1]];
    }
    const outline = {
      path: operators.length > 0 ? `${operators.join('\n')}\nf` : '',
      advance: glyph.advanceWidth / font.unitsPerEm,
    };
    known.set(letter, outline);
    return outline;
  };
}

function drawLetters(pdf: PDFKit.PDFDocument, mark: TextMark, outline: (letter: string) => Outline): void {
  // Not in the types, but what all of pdfkit's own drawing goes through.
  const stream = pdf as PDFKit.PDFDocument & { addContent(operators: string): unknown };
  pdf.fillColor(mark.color);
  let x = mark.x;
  for (const letter of mark.text) {
    const { path, advance } = outline(letter);
    const scale = mark.size / 100;
    if (path)
      stream.addContent(`q ${scale} 0 0 ${-scale} ${x.toFixed(2)} ${mark.y.toFixed(2)} cm\n${path}\nQ`);
    x += advance * mark.size;
  }
}
