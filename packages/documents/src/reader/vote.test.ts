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

// As recognition read them: no reading of one size has every letter right.
it.each([
  [
    [
      '익정771206-*******',
      '임꺼정771206-*******',
      '억점771206-*******',
      '임꺼정771206-*******',
      '억정771206-*******',
    ],
  ],
  [
    [
      '소유자임정751213-*******',
      '소유자임정751213-*******',
      '소유자임꺼정751213-*******',
      '소유자임정751213-*******',
      '소유자억정751213-*******',
    ],
  ],
  [
    [
      '봉뱅덕590116-*******',
      '봉뱅덕590116-*******',
      '봉뱅덕590116-*******',
      '봉뱅덕590116-*******',
      '봉백덕590116-*******',
    ],
  ],
])('does not believe a name that one reading of five doubts: %j', async (texts) => {
  const { one, two } = await read(...texts);
  expect(two).not.toBeNull();
  expect(nameIn(one)).not.toBe(nameIn(two));
});

it('does not believe a name that a reading has not seen', async () => {
  const name = '임정751213-*******';
  expect(await read(name, name, name, name, '')).toMatchObject({ one: name, two: null });
});

it('believes a name that all five read, whatever became of the number behind it', async () => {
  const texts = [
    '소유자 홍길동 800101-*******',
    '소유자홍길동800101-ㅋ8',
    '소유자 홍 길동 80010"',
    '소유자홍길동800101-*******',
  ];
  const { one, two, times } = await read(...texts, '소유자홍길동8001012-*******');
  expect([nameIn(one), nameIn(two), times]).toEqual(['소유자홍길동', '소유자홍길동', 5]);
});

it('asks all five for the share that stands beside an owner', async () => {
  const [half, third] = ['공유자 지분 2분의 1', '공유자 지분 3분의 1'];
  expect(await read(half, half, half, half, third)).toMatchObject({ one: half, two: third });
});

it('believes the number of a register that all five read', async () => {
  const [right, wrong] = ['고유번호 1101-2099-000001', '고유번호 1101-2099-000007'];
  expect(await read(right, right, right, right, right)).toMatchObject({ one: right, two: right });
  expect(await read(right, right, right, wrong, right)).toMatchObject({ one: right, two: wrong });
});

const nameIn = (line: string | null) => line?.replace(/\s/g, '').replace(/\d.*$/, '');
