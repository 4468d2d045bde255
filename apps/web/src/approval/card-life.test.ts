import { expect, it } from 'vitest';
import { ahead, NOW_MS } from '../fixtures/views.ts';
import { formatLife, urgencyOf } from './card-life.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [3 * DAY, 'calm'],
  [6 * HOUR + 1, 'calm'],
  [6 * HOUR, 'soon'],
  [HOUR + 1, 'soon'],
  [HOUR, 'urgent'],
  [1, 'urgent'],
  [0, 'over'],
  [-DAY, 'over'],
])('with %d ms left a card is %s', (leftMs, urgency) => {
  expect(urgencyOf(ahead(leftMs), NOW_MS)).toBe(urgency);
});

it.each([
  [2 * DAY + 3 * HOUR + 59 * MINUTE, '2일 3시간', '2 d 3 h'],
  [2 * DAY, '2일', '2 d'],
  [3 * HOUR + 20 * MINUTE, '3시간 20분', '3 h 20 min'],
  [HOUR, '1시간', '1 h'],
  [42 * MINUTE + 30 * SECOND, '42분', '42 min'],
  [58 * SECOND + 900, '58초', '58 s'],
  [-5, '0초', '0 s'],
])('%d ms read as %s, or %s', (leftMs, ko, en) => {
  expect(formatLife(leftMs, 'ko')).toBe(ko);
  expect(formatLife(leftMs, 'en')).toBe(en);
});
