import { expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const SERVER_NOON = '2026-01-31T12:00:00.000Z';
const noonMs = Date.parse(SERVER_NOON);

function clockAt(deviceMs: number) {
  const time = { monotonicMs: 1_000 };
  return {
    time,
    clock: createServerClock(
      () => time.monotonicMs,
      () => deviceMs,
    ),
  };
}

it('a device clock ten minutes off does not matter once the server was heard', () => {
  const { time, clock } = clockAt(noonMs + 600_000);
  expect(clock.nowMs()).toBe(noonMs + 600_000);
  clock.observe(SERVER_NOON, 900, 1_000);
  expect(clock.nowMs()).toBe(noonMs + 50);
  time.monotonicMs += 5_000;
  expect(clock.nowMs()).toBe(noonMs + 5_050);
});

it('the answer with the shorter round trip is believed', () => {
  const { clock } = clockAt(0);
  clock.observe(SERVER_NOON, 980, 1_000);
  clock.observe('2026-01-31T13:00:00.000Z', 0, 1_000);
  expect(clock.nowMs()).toBe(noonMs + 10);
});

it('an old sample gives way to a newer one, however slow', () => {
  const { time, clock } = clockAt(0);
  clock.observe(SERVER_NOON, 1_000, 1_000);
  time.monotonicMs = 70_000;
  clock.observe('2026-01-31T13:00:00.000Z', 69_000, 70_000);
  expect(clock.nowMs()).toBe(noonMs + 3_600_000 + 500);
});

it('an unreadable time is ignored', () => {
  const { clock } = clockAt(42);
  clock.observe('yesterday', 0, 1);
  expect(clock.nowMs()).toBe(42);
});
