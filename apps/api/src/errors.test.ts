import { CreateNest } from '@dungji/contracts';
import { expect, test } from 'vitest';
import { describeError } from './errors.ts';

test('a field that is named like something every object has is refused like any other', () => {
  const { error } = CreateNest.safeParse(JSON.parse('{"constructor": 1, "__proto__": 1, "toString": 1}'));
  const { data } = describeError(error, { path: 'nests.create', requestId: 'r' });
  expect(data.reason).toBe('INVALID_INPUT');
  expect(data.fieldErrors?.constructor).toEqual([expect.any(String)]);
});
