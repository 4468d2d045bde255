import { expect, it } from 'vitest';
import { createRequestKey } from './request-key.ts';

const counted = () => {
  let made = 0;
  return createRequestKey(() => `key-${++made}`);
};

it('stays the same until the server has answered', () => {
  const key = counted();
  expect([key.of('a'), key.of('a')]).toEqual(['key-1', 'key-1']);
  key.answered();
  expect(key.of('a')).toBe('key-2');
});

it('is not used again once the task that it brought was seen', () => {
  const key = counted();
  expect(key.of(null)).toBe('key-1');
  key.saw('accepted-without-an-answer');
  expect(key.of('accepted-without-an-answer')).toBe('key-2');
});

it('is not used again either when that task was only read at the next click', () => {
  const key = counted();
  expect(key.of('failed')).toBe('key-1');
  expect(key.of('accepted-without-an-answer')).toBe('key-2');
});
