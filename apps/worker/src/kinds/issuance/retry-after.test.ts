import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const NOW_MS = Date.parse('2026-03-01T00:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 00:00:30 GMT', 30_000],
    ['Sat, 28 Feb 2026 23:59:00 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['1.5', undefined],
  ] as const)('%s means %s ms', (header, ms) => {
    expect(readRetryAfter(header, NOW_MS)).toBe(ms);
  });
});
