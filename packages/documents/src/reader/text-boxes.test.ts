import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { dustOff } from './dust.ts';
import { darkOf, leaveLetters, pictureLines } from './picture-lines.ts';
import { sheetOf } from './sheet.ts';
import { squareMetresAt } from './square-metres.ts';
import { textBoxes } from './text-boxes.ts';

const FONT = '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf';
GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(FONT), 'Letters');
/** 300 dpi. */
const PER_POINT = 300 / 72;

/** What is left of a drawing, and where its text stands. */
function boxesOf(draw: (context: SKRSContext2D) => void) {
  const canvas = createCanvas(1_200, 400);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 1_200, 400);
  context.fillStyle = 'black';
  context.font = `${9 * PER_POINT}px Letters`;
  draw(context);
  const sheet = sheetOf(1_200, 400, canvas.data());
  const dark = darkOf(sheet);
  const lines = pictureLines(sheet, dark, PER_POINT);
  leaveLetters(sheet, dark, lines, PER_POINT);
  dustOff(sheet, PER_POINT);
  return { sheet, boxes: textBoxes(sheet, lines, PER_POINT) };
}

it('text is read cell by cell and line by line', () => {
  const { boxes } = boxesOf((context) => {
    for (const y of [50, 330]) context.fillRect(20, y, 1_160, 3);
    for (const x of [20, 400, 1_178]) context.fillRect(x, 50, 3, 280);
    context.fillText('근저당권설정', 40, 110);
    // Nearer to the border than a word to the next.
    context.fillText('채권최고액 금132,600,000원', 410, 110);
    context.fillText('근저당권자 가나은행', 410, 165);
  });
  const places = boxes.map(({ left, top }) => [left > 400, top > 130]).sort();
  expect(places).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

it('a struck word stays whole, and dust is no word', () => {
  const { boxes } = boxesOf((context) => {
    context.fillText('압류', 40, 110);
    context.fillText('가압류', 40, 200);
    for (const [x, y] of [
      [700, 100],
      [900, 300],
      [305, 250],
    ] as const)
      context.fillRect(x, y, 3, 3);
    context.fillStyle = 'red';
    context.fillRect(40, 97, 68, 3);
  });
  expect(boxes).toHaveLength(2);
  for (const { top, bottom } of boxes) expect(bottom - top).toBeGreaterThan(28);
});

it.each([
  ['59.98㎡', true],
  ['지1층 41.0㎡', true],
  ['250㎡', true],
  ['2015년3월2일', false],
  ['설정계약', false],
  ["제302호'", false],
  ['근저당권설정', false],
  ['해제', false],
])('%s ends in the sign of square metres: %s', (text, expected) => {
  const { sheet, boxes } = boxesOf((context) => context.fillText(text, 40, 110));
  const [box, ...more] = boxes;
  if (!box || more.length > 0) throw new Error('one line was expected');
  const sign = squareMetresAt(sheet, box);
  expect(sign !== null).toBe(expected);
  if (sign !== null) expect((box.right - sign) / (box.bottom - box.top)).toBeLessThan(1.2);
});
