import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { emptyLayout, type Glyph, type PageLayout } from './page-layout.ts';
import { PathReader } from './pdf-paths.ts';
import { multiply, type PdfState, startState, type Transform } from './pdf-state.ts';

/** The part of pdfjs' page that is used here. */
interface PdfPage {
  getOperatorList(): Promise<{ fnArray: ArrayLike<number>; argsArray: ArrayLike<unknown> }>;
  getViewport(options: { scale: number }): { width: number; height: number; transform: number[] };
  readonly commonObjs: { has(id: string): boolean; get(id: string): unknown };
}

interface PdfFont {
  readonly fontMatrix?: number[] | undefined;
  readonly vertical?: boolean | undefined;
}

interface PdfGlyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
}

const INVISIBLE = 3;
/** Body text is black; the watermark 열람용 is about 0.84 grey, and white text is nothing that anybody sees. */
const LIGHT = 0.7;
/** The title has 17 points; only the watermark is bigger. */
const SIZE_MAX = 22;

/**
 * What a page draws: characters with their places, strike lines and the borders of tables, without the watermark.
 * Read from the drawing operators, because the text content of pdfjs knows no colours.
 */
export async function pdfLayout(page: PdfPage): Promise<PageLayout> {
  const viewport = page.getViewport({ scale: 1 });
  const layout = emptyLayout(viewport.width, viewport.height);
  const { fnArray, argsArray } = await page.getOperatorList();
  const paths = new PathReader(layout);
  const stack: PdfState[] = [];
  let state = startState(viewport.transform as unknown as Transform);

  const push = () => stack.push({ ...state });
  const pop = () => {
    state = stack.pop() ?? state;
  };
  const transform = (by: unknown) => {
    if (isTransform(by)) state.ctm = multiply(state.ctm, by);
  };

  for (let index = 0; index < fnArray.length; index++) {
    const args = (argsArray[index] ?? []) as unknown[];
    const number = (at: number): number => Number(args[at] ?? 0);
    switch (fnArray[index]) {
      case OPS.save:
        push();
        break;
      case OPS.restore:
        pop();
        break;
      case OPS.transform:
        transform(args);
        break;
      case OPS.paintFormXObjectBegin:
        push();
        transform(args[0]);
        break;
      case OPS.beginGroup:
        push();
        transform((args[0] as { matrix?: unknown } | undefined)?.matrix);
        break;
      case OPS.beginAnnotation:
        push();
        transform(args[2]);
        transform(args[3]);
        break;
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup:
      case OPS.endAnnotation:
        pop();
        break;
      case OPS.setFillRGBColor:
        state.fill = colourOf(args[0]);
        break;
      case OPS.setStrokeRGBColor:
        state.stroke = colourOf(args[0]);
        break;
      case OPS.setGState:
        for (const [key, value] of (args[0] ?? []) as [string, unknown][]) {
          if (key === 'ca') state.fillAlpha = Number(value);
          if (key === 'CA') state.strokeAlpha = Number(value);
          if (key === 'LW') state.lineWidth = Number(value);
          if (key === 'Font' && Array.isArray(value)) setFont(String(value[0]), Number(value[1]));
        }
        break;
      case OPS.setLineWidth:
        state.lineWidth = number(0);
        break;
      case OPS.constructPath:
        paths.read(args, state);
        break;
      case OPS.beginText:
        state.textMatrix = [1, 0, 0, 1, 0, 0];
        state.lineX = 0;
        state.lineY = 0;
        state.x = 0;
        state.y = 0;
        break;
      case OPS.setTextMatrix:
        state.textMatrix = [...(args[0] as Iterable<number>)] as unknown as Transform;
        state.lineX = 0;
        state.lineY = 0;
        state.x = 0;
        state.y = 0;
        break;
      case OPS.setFont:
        setFont(String(args[0]), number(1));
        break;
      case OPS.setCharSpacing:
        state.charSpacing = number(0);
        break;
      case OPS.setWordSpacing:
        state.wordSpacing = number(0);
        break;
      case OPS.setHScale:
        state.hScale = number(0) / 100;
        break;
      case OPS.setLeading:
        state.leading = -number(0);
        break;
      case OPS.setTextRise:
        state.rise = number(0);
        break;
      case OPS.setTextRenderingMode:
        state.renderingMode = number(0);
        break;
      case OPS.moveText:
        moveText(number(0), number(1));
        break;
      case OPS.setLeadingMoveText:
        state.leading = number(1);
        moveText(number(0), number(1));
        break;
      case OPS.nextLine:
        moveText(0, state.leading);
        break;
      case OPS.showText:
        show((args[0] ?? []) as (PdfGlyph | number | null)[]);
        break;
    }
  }
  return layout;

  function setFont(name: string, size: number): void {
    state.font = name;
    state.fontSize = size;
  }

  function moveText(x: number, y: number): void {
    state.lineX += x;
    state.lineY += y;
    state.x = state.lineX;
    state.y = state.lineY;
  }

  function show(run: (PdfGlyph | number | null)[]): void {
    const font: PdfFont = page.commonObjs.has(state.font) ? (page.commonObjs.get(state.font) as PdfFont) : {};
    const unit = Math.abs(font.fontMatrix?.[0] ?? 0.001);
    const whole = multiply(state.ctm, state.textMatrix);
    const [a, b, c, d, e, f] = whole;
    const size = Math.hypot(c, d) * Math.abs(state.fontSize);
    const level = a > 0 && Math.abs(b) < a * 0.03;
    const isSeen =
      level &&
      size > 0 &&
      size < SIZE_MAX &&
      state.renderingMode !== INVISIBLE &&
      lightness(state.fill, state.fillAlpha) < LIGHT;
    for (const item of run) {
      if (item === null) continue;
      if (typeof item === 'number') {
        state.x -= (item * state.fontSize * state.hScale) / 1000;
        continue;
      }
      const advance = item.width * unit * state.fontSize;
      const spacing = state.charSpacing + (item.isSpace ? state.wordSpacing : 0);
      if (isSeen && !font.vertical) {
        const from = a * state.x + c * (state.y + state.rise) + e;
        const baseline = b * state.x + d * (state.y + state.rise) + f;
        addGlyph(layout.glyphs, item.unicode, from, from + a * advance * state.hScale, baseline, size);
      }
      state.x += (advance + spacing) * state.hScale;
    }
  }
}

function addGlyph(
  glyphs: Glyph[],
  unicode: string,
  from: number,
  to: number,
  baseline: number,
  size: number,
): void {
  const text = unicode.normalize('NFKC') === '㎡' ? '㎡' : unicode.replace(CONTROLS, '');
  if (text === '') return;
  glyphs.push({
    text,
    left: Math.min(from, to),
    right: Math.max(from, to),
    baseline,
    size,
    confidence: 1,
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: fonts map unknown glyphs to controls
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\ufeff\p{Surrogate}]/gu;

const isTransform = (value: unknown): value is Transform =>
  Array.isArray(value) && value.length === 6 && value.every((part) => typeof part === 'number');

function colourOf(value: unknown): readonly [number, number, number] {
  const hex = typeof value === 'string' ? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(value) : null;
  if (!hex) return [0, 0, 0];
  return [1, 2, 3].map((part) => Number.parseInt(hex[part] ?? '0', 16) / 255) as [number, number, number];
}

/** Of a colour on white paper. */
function lightness([red, green, blue]: readonly [number, number, number], alpha: number): number {
  return 1 - alpha * (1 - (0.3 * red + 0.59 * green + 0.11 * blue));
}
