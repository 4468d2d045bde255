import type { Draw } from './random.ts';
import type { Day } from './register.ts';

/** Days stop at 28 so that every month has them. */
export function day(draw: Draw, fromYear: number, toYear: number, fromMonth = 1, toMonth = 12): Day {
  return {
    year: draw.integer(fromYear, toYear),
    month: draw.integer(fromMonth, toMonth),
    day: draw.integer(1, 28),
  };
}

export const receiptNo = (draw: Draw) => draw.integer(1_000, 99_999);

/** Names of old novels: nobody is meant. */
export const person = (draw: Draw) =>
  draw.pick([
    '홍길동',
    '임꺽정',
    '성춘향',
    '이몽룡',
    '박문수',
    '심청',
    '장길산',
    '변학도',
    '허생원',
    '이춘풍',
    '배비장',
    '황진이',
  ]);

/** A resident number with its second half hidden, as certificates print it by default. */
export function personNumber(draw: Draw): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(draw.integer(50, 99))}${two(draw.integer(1, 12))}${two(draw.integer(1, 28))}-*******`;
}

/** Corporate numbers are printed in full; the zeros keep these apart from real ones. */
export const corporateNumber = (draw: Draw) => `110111-${String(draw.integer(1, 9_999)).padStart(7, '0')}`;

export const commas = (amountKrw: number) => amountKrw.toLocaleString('en-US');

export const won = (amountKrw: number) => `금${commas(amountKrw)}원`;
