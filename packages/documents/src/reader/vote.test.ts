import { expect, it } from 'vitest';
import { lineOf } from '../layout/text-lines.ts';
import type { LineReading, Recogniser } from './recognise.ts';
import { readTwice } from './vote.ts';

const BOX = { left: 10, top: 10, right: 210, bottom: 40 };
const PAGE = {
  width: 300,
  height: 60,
  levels: new Uint8Array(300 * 60).fill(255),
  red: new Uint8Array(300 * 60),
};

const reading = (text: string): LineReading =>
  [...text].map((letter, index) => ({
    text: letter,
    left: BOX.left + index * 12,
    right: BOX.left + index * 12 + 11,
    baseline: BOX.bottom,
    size: 30,
    confidence: 0.9,
  }));

/** Reads one line, each time as the next of these; '' for a line that was not seen. */
async function read(...texts: string[]) {
  let times = 0;
  const recogniser: Recogniser = {
    async read({ slots }) {
      const text = texts[times++] ?? '';
      return new Map(text === '' ? [] : slots.map(({ box }) => [box, reading(text)]));
    },
    async close() {},
  };
  const { one, two } = await readTwice(PAGE, [BOX], recogniser, async () => {});
  const textIn = (readings: typeof one) => lineOf(readings.get(0) ?? [])?.text ?? null;
  return { one: textIn(one), two: textIn(two), times };
}

it('reads a line twice where both say the same', async () => {
  expect(await read('소유권보존', '소유권보존')).toEqual({ one: '소유권보존', two: '소유권보존', times: 2 });
});

it('lets a third reading decide', async () => {
  expect(await read('설정게약', '설정계약', '설정계약')).toEqual({
    one: '설정계약',
    two: '설정계약',
    times: 3,
  });
});

it('keeps two readings of what no two agree on', async () => {
  expect(await read('설정계약', '설정게약', '설청계약')).toMatchObject({ one: '설정계약', two: '설정게약' });
});

it('believes an amount that four of five read, whatever the letters around it', async () => {
  const right = '채권최고액 금132,600,000원';
  expect(await read(right, '채귄최고액 금132,600,000원', right, '채권최고액 금182,600,000원', right)).toEqual(
    {
      one: right,
      two: right,
      times: 5,
    },
  );
});

it('does not believe an amount that three of five read', async () => {
  const [right, wrong] = ['채권최고액 금132,600,000원', '채권최고액 금182,600,000원'];
  expect(await read(right, right, right, wrong, wrong)).toMatchObject({ one: right, two: wrong });
  expect(await read(right, right, '', '', '')).toMatchObject({ one: right, two: null });
});

it('asks five times which rank is cancelled', async () => {
  const [second, third] = ['2번근저당권설정등기말소', '3번근저당권설정등기말소'];
  expect(await read(second, second, third, third, second)).toEqual({ one: second, two: second, times: 5 });
  expect(await read(second, second, third, third, '')).toMatchObject({ one: second, two: third });
});
